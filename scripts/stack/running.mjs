import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withClient } from '../infra/postgres.mjs'

/**
 * The databases of a stack. `databaseUrl` connects as the application, `ownerUrl` as the owner of the tables, and
 * `superuserUrl` is only set if the stack started the server itself.
 * @typedef {{ databaseUrl: string, ownerUrl: string, superuserUrl: string | undefined, redisUrl: string }} Databases
 */

/**
 * Throws if Salong already runs from this folder, since two stacks cannot share one.
 * @param {string} stateDir
 */
export async function assertNotRunning(stateDir) {
  const running = readRunning(stateDir)
  if (running && isAlive(running.pid) && (await isReachable(running.databaseUrl))) {
    throw new Error(
      `Salong already runs from ${stateDir} (process ${running.pid}). Stop that one, or give this one a STATE_DIR of its own.`,
    )
  }
}

/**
 * Writes the database URLs for `npm run admin` and other scripts, and removes them when this process exits.
 * @param {string} stateDir
 * @param {Databases} databases
 */
export function writeRunning(stateDir, databases) {
  const file = join(stateDir, 'running.json')
  writeFileSync(file, JSON.stringify({ pid: process.pid, ...databases }), { mode: 0o600 })
  process.once('exit', () => rmSync(file, { force: true }))
}

/**
 * @param {string} stateDir
 * @returns {(Databases & { pid: number }) | undefined}
 */
export function readRunning(stateDir) {
  try {
    return JSON.parse(readFileSync(join(stateDir, 'running.json'), 'utf8'))
  } catch {
    return undefined
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/** @param {string} databaseUrl */
const isReachable = (databaseUrl) =>
  withClient(databaseUrl, (client) => client.query('select 1')).then(
    () => true,
    () => false,
  )
