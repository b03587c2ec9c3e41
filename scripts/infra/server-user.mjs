import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Where lies what the server's user cannot reach inside the home of root; only root writes here. */
const OUTSIDE = '/var/lib/salong'

/** PostgreSQL refuses to run as root: then it runs as nobody. */
export const serverUser = process.getuid?.() === 0 ? 65534 : undefined

/**
 * Whether the server's user can enter this folder.
 * @param {string} folder
 * @returns {boolean}
 */
export function isReachable(folder) {
  if (serverUser === undefined) return true
  const isOpen = (statSync(folder).mode & 0o001) !== 0
  return isOpen && (folder === '/' || isReachable(dirname(folder)))
}

/**
 * @param {string} native
 * @returns {string} a copy of the programs that the server's user can reach
 */
export function copyForServerUser(native) {
  const { ino, mtimeMs } = statSync(native)
  const copy = join(OUTSIDE, `postgres-${ino}-${Math.floor(mtimeMs)}`)
  if (!existsSync(copy)) {
    const draft = `${copy}.${randomUUID()}`
    mkdirSync(OUTSIDE, { recursive: true, mode: 0o755 })
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    if (existsSync(copy)) rmSync(draft, { recursive: true })
    else renameSync(draft, copy)
  }
  return copy
}

/**
 * @param {string} stateDir
 * @returns {string} the folder for the data: in the state folder, or behind a link there when the server's user cannot reach it
 */
export function dataFolder(stateDir) {
  mkdirSync(stateDir, { recursive: true })
  if (isReachable(realpathSync(stateDir))) return join(stateDir, 'postgres')
  const link = join(stateDir, 'outside')
  if (!existsSync(link)) {
    const folder = join(OUTSIDE, randomUUID())
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    rmSync(link, { force: true })
    symlinkSync(folder, link)
  }
  return join(realpathSync(link), 'postgres')
}

/**
 * Removes a state folder and what lies outside for it.
 * @param {string} stateDir
 */
export function removeState(stateDir) {
  const link = join(stateDir, 'outside')
  // A server that is just ending may still write.
  for (const folder of existsSync(link) ? [realpathSync(link), stateDir] : [stateDir]) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
