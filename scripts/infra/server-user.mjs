import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder for programs and data that the server's user cannot reach where they are. Only root can add entries. */
const OUTSIDE = '/var/lib/salong'

/** The user id for PostgreSQL if this process runs as root, which PostgreSQL refuses: that of the user nobody. */
export const serverUser = process.getuid?.() === 0 ? 65534 : undefined

/**
 * Returns whether the server's user can enter this folder.
 * @param {string} folder
 * @returns {boolean}
 */
export function isReachable(folder) {
  if (serverUser === undefined) return true
  const isOpen = (statSync(folder).mode & 0o001) !== 0
  return isOpen && (folder === '/' || isReachable(dirname(folder)))
}

/**
 * @param {string} folder
 * @returns {string} a copy of the folder, which the server's user can reach
 */
export function copyForServerUser(folder) {
  const { ino, mtimeMs } = statSync(folder)
  const copy = join(OUTSIDE, `postgres-${ino}-${Math.floor(mtimeMs)}`)
  if (!existsSync(copy)) {
    const draft = `${copy}.${randomUUID()}`
    mkdirSync(OUTSIDE, { recursive: true, mode: 0o755 })
    cpSync(folder, draft, { recursive: true, verbatimSymlinks: true })
    if (existsSync(copy)) rmSync(draft, { recursive: true })
    else renameSync(draft, copy)
  }
  return copy
}

/**
 * @param {string} stateDir
 * @returns {string} the data folder: in the state folder, or outside behind a link if the server's user cannot reach it
 */
export function prepareDataFolder(stateDir) {
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
 * Removes a state folder and its data outside.
 * @param {string} stateDir
 */
export function removeState(stateDir) {
  const link = join(stateDir, 'outside')
  // A server that is shutting down may still write.
  for (const folder of existsSync(link) ? [realpathSync(link), stateDir] : [stateDir]) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
