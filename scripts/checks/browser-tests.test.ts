import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../infra/paths.mjs'
import { changedTestArgs, selectsTests } from './browser-tests.mjs'

/** Each test starts Playwright several times, which takes seconds on a busy machine. */
const LISTING_TIMEOUT_MS = 180_000

/** Creates a repository with a browser test that imports a helper, which imports a file outside of the tests. */
function aRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'salong-changed-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.test', ...args], { cwd: folder })
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
  const commit = () => {
    git('add', '.')
    git('commit', '--quiet', '--no-gpg-sign', '--message', 'Test')
  }
  for (const path of ['shared', 'web/e2e/support']) mkdirSync(join(folder, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  write('package.json', '{ "type": "module" }')
  write('.gitignore', 'node_modules')
  write('web/playwright.config.ts', `export default { testDir: 'e2e', testMatch: '*.e2e.ts' }`)
  write('web/index.ts', 'export const page = 1')
  write('shared/limits.ts', 'export const limit = 1')
  write('web/e2e/support/members.ts', `export { limit } from '../../../shared/limits.ts'`)
  write(
    'web/e2e/chats.e2e.ts',
    `import { test } from '@playwright/test'\nimport { limit } from './support/members.ts'\ntest('' + limit, () => {})`,
  )
  git('init', '--quiet')
  commit()
  return {
    write,
    commit,
    selects: (base = 'HEAD') => selectsTests(changedTestArgs(base, []), join(folder, 'web')),
  }
}

test('selects browser tests that import what changed, and none after other changes', {
  timeout: LISTING_TIMEOUT_MS,
}, async () => {
  const { write, commit, selects } = aRepository()
  write('web/index.ts', 'export const page = 2')
  expect(await selects()).toBe(false)
  write('shared/limits.ts', 'export const limit = 2')
  expect(await selects()).toBe(true)
  commit()
  expect(await selects('HEAD~1')).toBe(true)
})

test('selects new browser tests, and those that cannot be listed', { timeout: LISTING_TIMEOUT_MS }, async () => {
  const { write, commit, selects } = aRepository()
  write('web/e2e/groups.e2e.ts', `import { test } from '@playwright/test'\ntest('a group', () => {})`)
  expect(await selects()).toBe(true)
  commit()
  write('web/e2e/groups.e2e.ts', `throw new Error('broken')`)
  expect(await selects()).toBe(true)
})
