import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createFolder } from '../test-infra/create-folder.ts'
import { isInstalled } from './install.mjs'

const LOCKED = {
  '': { name: 'salong' },
  'shared/contract': { version: '1.0.0' },
  'node_modules/zod': { version: '4.6.7' },
  'node_modules/only-on-macos': { version: '1.0.0', optional: true },
}

function checkInstalled(packages: Record<string, { version?: string }> | undefined, locked: object = LOCKED): boolean {
  const folder = createFolder()
  const [lockFile, installedFile] = [join(folder, 'package-lock.json'), join(folder, 'installed.json')]
  writeFileSync(lockFile, JSON.stringify({ packages: locked }))
  if (packages) writeFileSync(installedFile, JSON.stringify({ packages }))
  return isInstalled(lockFile, installedFile)
}

test('packages count as installed only if they match the lock file', () => {
  expect(checkInstalled({ 'node_modules/zod': { version: '4.6.7' } })).toBe(true)
  expect(checkInstalled({ 'node_modules/zod': { version: '4.6.6' } })).toBe(false)
  expect(checkInstalled({})).toBe(false)
  expect(checkInstalled(undefined)).toBe(false)
  expect(
    checkInstalled({ 'node_modules/zod': { version: '4.6.7' }, 'node_modules/only-on-macos': { version: '0.9.0' } }),
  ).toBe(false)
})

test('a workspace counts as installed if it is linked or no other workspace imports it', () => {
  const links = (dependencies: object) => ({
    web: { dependencies },
    contract: { version: '1.0.0' },
    'node_modules/@app/contract': { resolved: 'contract', link: true },
  })
  expect(checkInstalled({}, links({}))).toBe(true)
  expect(checkInstalled({}, links({ '@app/contract': '*' }))).toBe(false)
  expect(checkInstalled({ 'node_modules/@app/contract': {} }, links({ '@app/contract': '*' }))).toBe(true)
})

/** Creates a package that depends on one in its own folder, so that npm downloads nothing. */
function aPackage(): string {
  const folder = createFolder()
  const write = (file: string, content: object) => writeFileSync(join(folder, file), JSON.stringify(content))
  const near = { name: 'near', version: '1.0.0' }
  const [name, dependencies] = ['far', { near: 'file:near' }]
  mkdirSync(join(folder, 'near'))
  write('near/package.json', near)
  write('package.json', { name, dependencies })
  const packages = { '': { name, dependencies }, near, 'node_modules/near': { resolved: 'near', link: true } }
  write('package-lock.json', { name, lockfileVersion: 3, requires: true, packages })
  return folder
}

test('of several processes that start at the same time, one installs and the others wait for it', async () => {
  const folder = aPackage()
  const program = `
    import { installMissing } from ${JSON.stringify(join(import.meta.dirname, 'install.mjs'))}
    await installMissing(${JSON.stringify(folder)})`
  const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  const outputs = await Promise.all([start(), start(), start()])
  expect(outputs.filter(({ stdout }) => stdout.includes('Installing packages'))).toHaveLength(1)
  expect(existsSync(join(folder, 'node_modules/near/package.json'))).toBe(true)
})
