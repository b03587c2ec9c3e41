import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
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

test('concurrent programs use the same secret, and leave no other file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'salong-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const script = `import(${JSON.stringify(new URL('secrets.mjs', import.meta.url).href)})
    .then(({ ensureSecret }) => process.stdout.write(ensureSecret(${JSON.stringify(folder)}, 'sessions')))`
  const outputs = await Promise.all(Array.from({ length: 4 }, () => promisify(execFile)('node', ['-e', script])))
  expect(new Set(outputs.map(({ stdout }) => stdout)).size).toBe(1)
  expect(outputs[0]?.stdout).toMatch(/^[\w-]{43}$/)
  expect(readdirSync(join(folder, 'secrets'))).toEqual(['sessions'])
})

test('other users can traverse the parent of the secrets folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'salong-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  ensureSecret(join(folder, 'state'), 'sessions')
  expect(statSync(join(folder, 'state')).mode & 0o001).toBe(0o001)
  expect(statSync(join(folder, 'state/secrets')).mode & 0o077).toBe(0)
})
