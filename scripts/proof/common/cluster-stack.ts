import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool } from '@app/server/db/database'
import { createRedis } from '@app/server/redis/connections'
import { testDatabase } from '@app/server/testing/context'
import { inject } from 'vitest'
import { stopAllChildren } from '../../child-process.mjs'
import { root } from '../../infra/paths.mjs'
import { findFreePort } from '../../infra/ports.mjs'
import { startRedisCluster } from '../../infra/redis-cluster.mjs'
import { removeState } from '../../infra/server-user.mjs'
import { createEnvironment } from '../../stack/environment.mjs'
import { supervise } from '../../stack/services.mjs'
import { PORT_SETTINGS, type ServiceName } from './isolated-stack.ts'

/** Starts two gateways, two hubs and a worker with a Redis cluster of three nodes. */
export async function startClusterStack() {
  const folder = mkdtempSync(join(tmpdir(), 'salong-cluster-'))
  const [cluster, database] = await Promise.all([startRedisCluster(folder), testDatabase()])
  const port = await findFreePort()
  const defaults = await createEnvironment({
    stateDir: folder,
    port,
    publicUrl: `http://127.0.0.1:${port}`,
    databaseUrl: database.url,
    redisUrl: cluster.url,
  })
  const env = { ...defaults, HOST: '127.0.0.1', HUB_URL: '', WEB_DIR: '', SMTP_URL: '', LOG_LEVEL: 'warn' }

  async function start(name: ServiceName, replica: number): Promise<string> {
    const servicePort = String(await findFreePort())
    const url = `http://127.0.0.1:${servicePort}`
    await supervise(
      {
        name,
        command: process.execPath,
        args: [join(inject('programs'), name, 'main.js')],
        cwd: root,
        env: { ...env, [PORT_SETTINGS[name]]: servicePort },
        readyUrl: `${url}/ready`,
        logFile: join(folder, `logs/${name}-${replica}.log`),
      },
      { log: () => {} },
    )
    return url
  }

  const [gateways, hubs] = await Promise.all([
    Promise.all([start('gateway', 1), start('gateway', 2)]),
    Promise.all([start('hub', 1), start('hub', 2)]),
    start('worker', 1),
  ])
  const pool = createPool(database.url, 2)
  const redis = createRedis(cluster.url)
  await redis.connect()
  return {
    gateways,
    hubs,
    pool,
    redis,
    restartNode: cluster.restart,
    stop: async () => {
      redis.disconnect()
      await stopAllChildren()
      await pool.end()
      await database.drop()
      removeState(folder)
    },
  }
}
