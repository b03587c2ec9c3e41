import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withClient } from '../infra/postgres.mjs'

/**
 * `databaseUrl` is that of the application, `ownerUrl` that of the owner of the tables, and `superuserUrl` is there where the
 * server is ours.
 * @typedef {{ databaseUrl: string, ownerUrl: string, superuserUrl: string | undefined, redisUrl: string }} Databases
 */

/**
 * Two starts cannot share one folder.
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
 * Notes for `npm run admin` and others where the databases are, until this process ends.
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
