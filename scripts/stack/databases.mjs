import { join } from 'node:path'
import { isStopping, run } from '../child-process.mjs'
import { ensureDatabase, roleUrls, startPostgres } from '../infra/postgres.mjs'
import { startRedis } from '../infra/redis.mjs'
import { assertNotRunning, writeRunning } from './running.mjs'

/**
 * Starts PostgreSQL and Redis with the data of this state folder, unless DATABASE_URL and REDIS_URL name others.
 * @param {string} stateDir
 * @param {(message: string) => void} onExit is called if one of them exits unexpectedly
 * @returns {Promise<import('./running.mjs').Databases>}
 */
export async function startDatabases(stateDir, onExit) {
  await assertNotRunning(stateDir)
  const [postgres, redis] = await Promise.all([
    startPostgres(stateDir, { existingUrl: process.env.DATABASE_URL }),
    startRedis(stateDir, { existingUrl: process.env.REDIS_URL }),
  ])
  for (const { child, readLastLines } of [postgres, redis]) {
    child?.exited.then((code) => {
      if (!isStopping())
        onExit(`${child.name} exited unexpectedly with code ${code}. Its last log lines:\n${readLastLines()}`)
    })
  }
  const superuserUrl = postgres.child ? await ensureDatabase(postgres.url, 'salong') : undefined
  const { owner: ownerUrl, app: databaseUrl } = superuserUrl
    ? roleUrls(superuserUrl)
    : { owner: process.env.DATABASE_OWNER_URL || postgres.url, app: postgres.url }
  const databases = { databaseUrl, ownerUrl, superuserUrl, redisUrl: redis.url }
  writeRunning(stateDir, databases)
  return databases
}

/**
 * Sets up the roles of a server that this stack started, and migrates the tables.
 * @param {string} superuserUrl
 */
export async function setUpDatabase(superuserUrl) {
  const { owner, app } = roleUrls(superuserUrl)
  await runBundled('roles', { DATABASE_SUPERUSER_URL: superuserUrl, DATABASE_OWNER_URL: owner, DATABASE_URL: app })
  await migrate(owner)
  return { owner, app }
}

/** @param {string} ownerUrl */
export async function migrate(ownerUrl) {
  await runBundled('migrate', { DATABASE_OWNER_URL: ownerUrl })
}

/**
 * Fills a database without members with demo members.
 * @param {Record<string, string | undefined>} env the environment of the services
 * @returns {Promise<string>} the logins as JSON, or an empty string if the database has members already
 */
export const fillDemo = async (env) => (await runBundled('demo', env)).out

/**
 * @param {string} name
 * @param {Record<string, string | undefined>} env
 */
async function runBundled(name, env) {
  const program = join(import.meta.dirname, '../dist', `${name}.js`)
  const result = await run(name, process.execPath, ['--enable-source-maps', program], { env })
  if (result.code !== 0) throw new Error(`${name} failed.\n${result.out}${result.err}`)
  return result
}
