import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { spawnChild, stopChild } from '../child-process.mjs'
import { waitForLine } from './logs.mjs'
import { freePort } from './ports.mjs'
import { redisProgram } from './redis-program.mjs'
import { secret } from './secrets.mjs'

const ATTEMPTS = 10

/**
 * Returns the Redis of REDIS_URL, or starts one with its data in the state folder.
 * @param {string} stateDir
 * @param {{ existingUrl?: string | undefined, settings?: string[], password?: string }} [options]
 * @returns {Promise<import('./postgres.mjs').Server>}
 */
export async function startRedis(stateDir, { existingUrl, settings = ['appendonly yes', 'save ""'], password } = {}) {
  if (existingUrl) {
    await processId(existingUrl)
    return { url: existingUrl, child: undefined, last: () => '' }
  }
  const { command, env } = await redisProgram()
  const folder = join(stateDir, 'redis')
  password ??= secret(stateDir, 'redis')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let log = ''
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = await freePort()
    const config = join(folder, 'redis.conf')
    const lines = ['bind 127.0.0.1', `port ${port}`, `dir ${JSON.stringify(folder)}`, `requirepass ${password}`]
    writeFileSync(config, [...lines, 'maxmemory-policy noeviction', ...settings, ''].join('\n'), { mode: 0o600 })
    const child = spawnChild('Redis', command, [config], { env })
    const { found, last } = await waitForLine(child, join(stateDir, 'logs/redis.log'), (line) => READY.exec(line)?.[1])
    const url = `redis://:${password}@127.0.0.1:${port}`
    // Another program may own the port: only the process that just logged that it is ready is the child.
    if (found && (await processId(url).catch(() => undefined)) === found) return { url, child, last }
    await stopChild(child)
    log = last()
  }
  throw new Error(`Redis does not start on ${folder}. It says:\n${log}`)
}

const READY = /^(\d+):.*ready to accept connections/i

/**
 * @param {string} url
 * @returns {Promise<string | undefined>} the id of the process that responds
 */
export async function processId(url) {
  const redis = new Redis(firstNodeUrl(url), { lazyConnect: true, retryStrategy: () => null, connectTimeout: 5_000 })
  redis.on('error', () => {})
  try {
    await redis.connect()
    return /process_id:(\d+)/.exec(await redis.info('server'))?.[1]
  } catch (error) {
    throw new Error(
      `The Redis of ${new URL(firstNodeUrl(url)).host} does not answer: ${/** @type {Error} */ (error).message}`,
    )
  } finally {
    redis.disconnect()
  }
}

/**
 * @param {string} url
 * @returns {string} the URL of the first node, if it names a cluster
 */
const firstNodeUrl = (url) => url.replace(/^(rediss?)\+cluster:/, '$1:').replace(/,.*$/, '')
