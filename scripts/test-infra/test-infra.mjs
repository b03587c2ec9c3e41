import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopChild } from '../child-process.mjs'
import { ensureDatabase, startPostgres } from '../infra/postgres.mjs'
import { startRedis } from '../infra/redis.mjs'
import { removeState } from '../infra/server-user.mjs'

/**
 * Starts a PostgreSQL and a Redis for this test run, unless TEST_DATABASE_URL and TEST_REDIS_URL name others. NOTE:
 * durability stays on, since the services reject a database that could lose acknowledged writes.
 */
export async function startTestInfra() {
  const folder = createTemporaryFolder()
  const [postgres, redis] = await Promise.all([
    startPostgres(folder, { existingUrl: process.env.TEST_DATABASE_URL, settings: ['max_connections=300'] }),
    startRedis(folder, { existingUrl: process.env.TEST_REDIS_URL, settings: ['save ""', 'databases 64'] }),
  ])
  return {
    folder,
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    stop: async () => {
      for (const server of [postgres, redis]) if (server.child) await stopChild(server.child)
      removeState(folder)
    },
  }
}

/** Creates the template database, which tests clone. @param {string} databaseUrl */
export const ensureTemplate = (databaseUrl) => ensureDatabase(databaseUrl, 'template_salong')

/** The memory file system of Linux, and the free bytes in it that a full test run needs. */
const MEMORY_DIR = '/dev/shm'
const NEEDED_BYTES = 4 * 1024 ** 3

/** Returns whether files can be stored in memory, where a durable write costs nothing. */
function canStoreInMemory() {
  try {
    accessSync(MEMORY_DIR, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY_DIR)
    return bavail * bsize >= NEEDED_BYTES
  } catch {
    return false
  }
}

/** Creates a folder in memory, or else on disk; it is removed when this process exits. */
function createTemporaryFolder() {
  const folder = mkdtempSync(join(canStoreInMemory() ? MEMORY_DIR : tmpdir(), 'salong-test-'))
  chmodSync(folder, 0o755)
  process.once('exit', () => removeState(folder))
  return folder
}
