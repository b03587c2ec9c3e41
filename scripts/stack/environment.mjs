import { join } from 'node:path'
import { root } from '../infra/paths.mjs'
import { freePort } from '../infra/ports.mjs'
import { secret } from '../infra/secrets.mjs'

/**
 * What the three services read from their environment; what is set outside wins where an operator may choose.
 * @param {{ stateDir: string, port: number, publicUrl: string, databaseUrl: string, redisUrl: string }} stack
 */
export async function environment({ stateDir, port, publicUrl, databaseUrl, redisUrl }) {
  const hubPort = await freePort()
  const workerPort = await freePort()
  return {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    PORT: String(port),
    HUB_PORT: String(hubPort),
    WORKER_PORT: String(workerPort),
    HUB_URL: `http://127.0.0.1:${hubPort}`,
    PUBLIC_URL: publicUrl,
    SESSION_SECRET: process.env.SESSION_SECRET || secret(stateDir, 'sessions'),
    PHOTO_STORE: process.env.PHOTO_STORE || `file:${join(stateDir, 'photos')}`,
    HOST: process.env.HOST,
    WEB_DIR: join(root, 'web/dist'),
  }
}

/**
 * What the worker needs to show the board of its queues; its password is drawn once for each state folder.
 * @param {string} stateDir
 */
export async function boardEnvironment(stateDir) {
  return { METRICS_PORT: String(await freePort()), QUEUES_PASSWORD: secret(stateDir, 'queues') }
}
