import { join } from 'node:path'
import { root } from '../infra/paths.mjs'
import { findFreePort } from '../infra/ports.mjs'
import { ensureSecret } from '../infra/secrets.mjs'

/**
 * Returns the environment of the three services. Settings that an operator may choose come from the environment of this
 * process if it has them.
 * @param {{ stateDir: string, port: number, publicUrl: string, databaseUrl: string, redisUrl: string }} stack
 */
export async function createEnvironment({ stateDir, port, publicUrl, databaseUrl, redisUrl }) {
  const hubPort = await findFreePort()
  const workerPort = await findFreePort()
  return {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    PORT: String(port),
    HUB_PORT: String(hubPort),
    WORKER_PORT: String(workerPort),
    HUB_URL: `http://127.0.0.1:${hubPort}`,
    PUBLIC_URL: publicUrl,
    SESSION_SECRET: process.env.SESSION_SECRET || ensureSecret(stateDir, 'sessions'),
    WEB_PUSH_KEY: process.env.WEB_PUSH_KEY || ensureSecret(stateDir, 'web-push'),
    PHOTO_STORE: process.env.PHOTO_STORE || `file:${join(stateDir, 'photos')}`,
    HOST: process.env.HOST,
    WEB_DIR: join(root, 'web/dist'),
  }
}

/**
 * Returns the worker's settings for the queue board. Its password is generated once for each state folder.
 * @param {string} stateDir
 */
export async function createBoardEnvironment(stateDir) {
  return { METRICS_PORT: String(await findFreePort()), QUEUES_PASSWORD: ensureSecret(stateDir, 'queues') }
}
