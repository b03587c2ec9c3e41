import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isInstalled } from './install.mjs'

const LOCKED = {
  '': { name: 'salong' },
  'shared/contract': { version: '1.0.0' },
  'node_modules/zod': { version: '4.6.7' },
  'node_modules/only-on-macos': { version: '1.0.0', optional: true },
}

function installed(packages: Record<string, { version: string }> | undefined): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'salong-install-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [lock, note] = [join(folder, 'package-lock.json'), join(folder, 'installed.json')]
  writeFileSync(lock, JSON.stringify({ packages: LOCKED }))
  if (packages) writeFileSync(note, JSON.stringify({ packages }))
  return isInstalled(lock, note)
}

test('only what matches the lock file counts as installed', () => {
  expect(installed({ 'node_modules/zod': { version: '4.6.7' } })).toBe(true)
  expect(installed({ 'node_modules/zod': { version: '4.6.6' } })).toBe(false)
  expect(installed({})).toBe(false)
  expect(installed(undefined)).toBe(false)
  expect(
    installed({ 'node_modules/zod': { version: '4.6.7' }, 'node_modules/only-on-macos': { version: '0.9.0' } }),
  ).toBe(false)
})
