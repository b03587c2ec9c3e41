import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { spawnChild, stopChild } from '../child-process.mjs'
import { waitForLine } from './logs.mjs'
import { findFreePort } from './ports.mjs'
import { findRedis } from './redis-program.mjs'
import { ensureSecret } from './secrets.mjs'

const ATTEMPTS = 10

/**
 * Verifies that the Redis at `existingUrl` responds, or starts one that keeps its data in the state folder.
 * @param {string} stateDir
 * @param {{ existingUrl?: string | undefined, settings?: string[], password?: string }} [options]
 * @returns {Promise<import('./postgres.mjs').Server>}
 */
export async function startRedis(stateDir, { existingUrl, settings = ['appendonly yes', 'save ""'], password } = {}) {
  if (existingUrl) {
    await readProcessId(existingUrl)
    return { url: existingUrl, child: undefined, readLastLines: () => '' }
  }
  const { command, env } = await findRedis()
  const folder = join(stateDir, 'redis')
  password ??= ensureSecret(stateDir, 'redis')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let log = ''
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = await findFreePort()
    const config = join(folder, 'redis.conf')
    const lines = ['bind 127.0.0.1', `port ${port}`, `dir ${JSON.stringify(folder)}`, `requirepass ${password}`]
    writeFileSync(config, [...lines, 'maxmemory-policy noeviction', ...settings, ''].join('\n'), { mode: 0o600 })
    const child = spawnChild('Redis', command, [config], { env })
    const { found, readLastLines } = await waitForLine(
      child,
      join(stateDir, 'logs/redis.log'),
      (line) => READY.exec(line)?.[1],
    )
    const url = `redis://:${password}@127.0.0.1:${port}`
    // Another program may listen on the port, so accept it only if the process that responds is the child.
    if (found && (await readProcessId(url).catch(() => undefined)) === found) return { url, child, readLastLines }
    await stopChild(child)
    log = readLastLines()
  }
  throw new Error(`Redis failed to start with the data in ${folder}. Its last log lines:\n${log}`)
}

const READY = /^(\d+):.*ready to accept connections/i

/**
 * @param {string} url
 * @returns {Promise<string | undefined>} the id of the process that responds
 */
export async function readProcessId(url) {
  const redis = new Redis(firstNodeUrl(url), { lazyConnect: true, retryStrategy: () => null, connectTimeout: 5_000 })
  redis.on('error', () => {})
  try {
    await redis.connect()
    return /process_id:(\d+)/.exec(await redis.info('server'))?.[1]
  } catch (error) {
    throw new Error(
      `Redis at ${new URL(firstNodeUrl(url)).host} does not respond: ${/** @type {Error} */ (error).message}`,
    )
  } finally {
    redis.disconnect()
  }
}

/**
 * @param {string} url
 * @returns {string} for a cluster the URL of its first node, else the URL unchanged
 */
const firstNodeUrl = (url) => url.replace(/^(rediss?)\+cluster:/, '$1:').replace(/,.*$/, '')
