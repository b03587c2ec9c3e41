import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ensureSecret } from './secrets.mjs'

test('a secret is generated once, differs from others, and is readable only by its owner', () => {
  const folder = mkdtempSync(join(tmpdir(), 'salong-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const first = ensureSecret(folder, 'sessions')
  expect(first).toMatch(/^[\w-]{43}$/)
  expect(ensureSecret(folder, 'sessions')).toBe(first)
  expect(ensureSecret(folder, 'database')).not.toBe(first)
  expect(statSync(join(folder, 'secrets/sessions')).mode & 0o777).toBe(0o600)
})

test('other users can traverse the parent of the secrets folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'salong-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  ensureSecret(join(folder, 'state'), 'sessions')
  expect(statSync(join(folder, 'state')).mode & 0o001).toBe(0o001)
  expect(statSync(join(folder, 'state/secrets')).mode & 0o077).toBe(0)
})
