import { createHmac } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { run, spawnChild } from '../child-process.mjs'
import { waitForLine } from './logs.mjs'
import { findFreePort } from './ports.mjs'
import { findPostgres } from './postgres-programs.mjs'
import { ensureSecret } from './secrets.mjs'
import { prepareDataFolder, serverUser } from './server-user.mjs'

const USER = 'salong'
const START_TIMEOUT_MS = 10_000

/** @typedef {import('./postgres-programs.mjs').Programs} Programs */
/** @typedef {{ url: string, child: import('../child-process.mjs').ManagedChild | undefined, readLastLines: () => string }} Server */

/**
 * Verifies that the PostgreSQL at `existingUrl` responds, or starts one that keeps its data in the state folder.
 * @param {string} stateDir
 * @param {{ existingUrl?: string | undefined, settings?: string[], password?: string, programs?: Programs }} [options]
 * `programs`: the programs to run instead of the ones that `findPostgres` finds
 * @returns {Promise<Server>} its URL names the maintenance database, unless `existingUrl` was given
 */
export async function startPostgres(stateDir, { existingUrl, settings = [], password, programs } = {}) {
  if (existingUrl) {
    await assertReachable(existingUrl)
    return { url: existingUrl, child: undefined, readLastLines: () => '' }
  }
  const { folder, env } = programs ?? (await findPostgres())
  const options = { env: { ...env, LC_ALL: 'C' }, uid: serverUser }
  const data = prepareDataFolder(stateDir)
  password ??= ensureSecret(stateDir, 'database')
  if (!existsSync(join(data, 'PG_VERSION'))) await initialize(join(folder, 'initdb'), data, password, options)

  // After a crash the old server may need a moment to release its folder.
  for (const deadline = Date.now() + START_TIMEOUT_MS; ; await pause(250)) {
    const port = await findFreePort()
    const flags = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'timezone=UTC',
      'log_timezone=UTC',
      // By default the log quotes the values of rows that violate a constraint, including names and email addresses.
      'log_error_verbosity=terse',
      ...settings,
    ]
    const args = ['-D', data, '-p', String(port), ...flags.flatMap((flag) => ['-c', flag])]
    const child = spawnChild('PostgreSQL', join(folder, 'postgres'), args, { ...options, signal: 'INT' })
    const { found, readLastLines } = await waitForLine(child, join(stateDir, 'logs/postgres.log'), (line) =>
      /database system is ready to accept (?:read-only )?connections/.test(line) ? port : undefined,
    )
    if (found) return { url: `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`, child, readLastLines }
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL failed to start with the data in ${data}. ${explainFailure(readLastLines())}`)
  }
}

/** @param {string} log */
const explainFailure = (log) =>
  log.includes('postmaster.pid')
    ? 'Another stack is running from the same folder: stop that one, or give this one a STATE_DIR of its own.'
    : `Its last log lines:\n${log}`

/**
 * @param {string} initdb
 * @param {string} data
 * @param {string} password
 * @param {import('../child-process.mjs').SpawnOptions} options
 */
async function initialize(initdb, data, password, options) {
  // The folder gets its name once it is complete, so that an interrupted start leaves no partial folder.
  const draft = `${data}.new`
  const passwordFile = `${data}.password`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (serverUser !== undefined) for (const path of [draft, passwordFile]) chownSync(path, serverUser, serverUser)
  try {
    const access = ['--username', USER, '--pwfile', passwordFile, '--auth', 'scram-sha-256']
    const language = ['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'icu', '--icu-locale', 'sv-SE']
    const args = ['-D', draft, '--no-sync', ...access, ...language]
    const { code, out, err } = await run('initdb', initdb, args, options)
    if (code !== 0) throw new Error(`PostgreSQL cannot set up its folder ${data}:\n${err || out}`)
    renameSync(draft, data)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** @param {string} url */
async function assertReachable(url) {
  try {
    await withClient(url, (client) => client.query('select 1'))
  } catch (error) {
    throw new Error(`The existing PostgreSQL does not respond: ${/** @type {Error} */ (error).message}`)
  }
}

/**
 * Runs the work with a client that is connected to this database.
 * @template T
 * @param {string} url
 * @param {(client: pg.Client) => Promise<T>} work
 */
export async function withClient(url, work) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * @param {string} url of any database on the same server
 * @param {string} name
 * @returns {Promise<string>} the URL of this database, which is created if it does not exist
 */
export async function ensureDatabase(url, name) {
  await withClient(url, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  })
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

/**
 * Returns the URLs of the roles. Each role has its own password, derived from the superuser's password.
 * @param {string} superuserUrl
 */
export function roleUrls(superuserUrl) {
  const superuser = new URL(superuserUrl)
  const urlOf = (/** @type {string} */ username) => {
    const password = createHmac('sha256', superuser.password).update(username).digest('base64url')
    return Object.assign(new URL(superuser), { username, password }).href
  }
  return {
    owner: urlOf('salong_owner'),
    app: urlOf('salong_app'),
    reader: urlOf('salong_reader'),
    exporter: urlOf('salong_exporter'),
  }
}
