import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hasChangedBrowserTests, parseOptions } from './options.mjs'

test.each([
  [[], { only: [], filter: [], changed: undefined }],
  [['--only', 'lint,types'], { only: ['lint', 'types'], filter: [], changed: undefined }],
  [['sending', '--only', 'vitest', '-t', 'a name'], { only: ['vitest'], filter: ['sending', '-t', 'a name'] }],
  [['--changed'], { only: [], filter: [], changed: 'HEAD' }],
  [['--only', 'vitest', '--changed=main'], { only: ['vitest'], filter: [], changed: 'main' }],
])('reads the arguments %j', (args, options) => {
  expect(parseOptions(args)).toEqual(options)
})

test('rejects a positional argument right after --changed, but accepts one before it and options after it', () => {
  expect(() => parseOptions(['--changed', 'main'])).toThrow('Write --changed=main for changes since main')
  expect(parseOptions(['sending', '--changed', '--only', 'vitest'])).toEqual({
    ...{ only: ['vitest'], filter: ['sending'], changed: 'HEAD' },
  })
})

test('finds changed, untracked and committed browser tests, but no other changes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'salong-changed-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.test', ...args], { cwd: folder })
  const commit = () => {
    git('add', '.')
    git('commit', '--quiet', '--no-gpg-sign', '--message', 'Test')
  }
  mkdirSync(join(folder, 'web/e2e'), { recursive: true })
  git('init', '--quiet')
  writeFileSync(join(folder, 'web/index.ts'), '1')
  commit()
  writeFileSync(join(folder, 'web/index.ts'), '2')
  expect(hasChangedBrowserTests('HEAD', folder)).toBe(false)
  writeFileSync(join(folder, 'web/e2e/chats.e2e.ts'), '1')
  expect(hasChangedBrowserTests('HEAD', folder)).toBe(true)
  commit()
  expect(hasChangedBrowserTests('HEAD', folder)).toBe(false)
  expect(hasChangedBrowserTests('HEAD~1', folder)).toBe(true)
})
