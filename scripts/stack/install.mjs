import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../child-process.mjs'
import { root } from '../infra/paths.mjs'
import { withFileLock } from './file-lock.mjs'

/**
 * Installs the packages of the lock file if the installed ones differ. Only one process at a time: two would delete
 * each other's node_modules.
 * @param {string} folder
 */
export async function installMissing(folder = root) {
  const isComplete = () =>
    isInstalled(join(folder, 'package-lock.json'), join(folder, 'node_modules/.package-lock.json'))
  if (isComplete()) return
  const lock = join(folder, '.cache/installing')
  const printWait = (/** @type {number} */ owner) =>
    console.log(`Waiting for process ${owner}, which installs packages. If it is another program, delete ${lock}.`)
  await withFileLock(
    lock,
    async () => {
      if (!isComplete()) await install(folder)
    },
    printWait,
  )
}

/** @param {string} folder */
async function install(folder) {
  console.log('Installing packages; this takes a minute the first time.')
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const { code } = await run('npm ci', 'npm', args, { cwd: folder, output: 'inherit' })
  if (code !== 0) throw new Error('npm ci failed; see its output above.')
}

/**
 * Returns whether the installed packages have the versions of the lock file.
 * @param {string} lockFile
 * @param {string} installedFile npm's record of a complete installation
 */
export function isInstalled(lockFile, installedFile) {
  const wanted = readPackages(lockFile)
  const installed = readPackages(installedFile)
  const imported = new Set(
    Object.values(wanted).flatMap((each) => Object.keys({ ...each.dependencies, ...each.devDependencies })),
  )
  // Optional packages for other platforms are not installed. A workspace needs no link unless another one imports it.
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true
    if (link && !imported.has(path.slice('node_modules/'.length))) return true
    const installedPackage = installed[path]
    return installedPackage ? installedPackage.version === version : optional === true
  })
}

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {boolean} [optional]
 * @property {boolean} [link] whether it is a workspace of this repository
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 */

/** @param {string} file @returns {Record<string, LockedPackage>} */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return {}
  }
}
