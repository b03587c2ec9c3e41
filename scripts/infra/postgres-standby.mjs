import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../child-process.mjs'
import { startPostgres, withClient } from './postgres.mjs'
import { prepareDataFolder, serverUser } from './server-user.mjs'

const SLOT_NAME = 'standby'
/** Files of the running server that are not part of its data. */
const EXCLUDED_FILES = ['postmaster.pid', 'postmaster.opts']

/**
 * Copies the data folder of a running primary for a standby.
 * @param {string} stateDir of the standby
 * @param {{ stateDir: string, url: string }} primary
 */
export async function copyForStandby(stateDir, primary) {
  const data = prepareDataFolder(stateDir)
  const { hostname, port, username, password } = new URL(primary.url)
  const label = await withClient(primary.url, async (client) => {
    await client.query('select pg_create_physical_replication_slot($1, true)', [SLOT_NAME])
    await client.query('select pg_backup_start($1, true)', [SLOT_NAME])
    const filter = (/** @type {string} */ from) => !EXCLUDED_FILES.some((name) => from.endsWith(name))
    cpSync(prepareDataFolder(primary.stateDir), data, { recursive: true, verbatimSymlinks: true, filter })
    const { rows } = await client.query('select labelfile from pg_backup_stop()')
    return rows[0].labelfile
  })
  const primaryConnection = `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'`
  writeFileSync(join(data, 'backup_label'), label)
  writeFileSync(join(data, 'standby.signal'), '')
  writeFileSync(join(data, 'postgresql.auto.conf'), `${primaryConnection}\nprimary_slot_name = '${SLOT_NAME}'\n`)
  if (serverUser !== undefined) await run('chown', 'chown', ['-R', `${serverUser}:${serverUser}`, data])
}

/**
 * @param {string} stateDir of a standby
 * @param {string} primaryUrl
 * @returns {Promise<import('./postgres.mjs').Server>} its URL names the same database as the primary's
 */
export async function startStandby(stateDir, primaryUrl) {
  const { password, pathname } = new URL(primaryUrl)
  const server = await startPostgres(stateDir, { password })
  return { ...server, url: Object.assign(new URL(server.url), { pathname }).href }
}
