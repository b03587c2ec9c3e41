import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool } from '@app/server/db/database'
import { createRedis } from '@app/server/redis/connections'
import { testDatabase } from '@app/server/testing/context'
import { stopAllChildren } from '../../child-process.mjs'
import { root } from '../../infra/paths.mjs'
import { freePort } from '../../infra/ports.mjs'
import { startRedisCluster } from '../../infra/redis-cluster.mjs'
import { removeState } from '../../infra/server-user.mjs'
import { environment } from '../../stack/environment.mjs'
import { supervise } from '../../stack/services.mjs'

type Service = 'gateway' | 'hub' | 'worker'
const PORTS: Record<Service, string> = { gateway: 'PORT', hub: 'HUB_PORT', worker: 'WORKER_PORT' }

/** Starts two gateways, two hubs and a worker with a Redis cluster of three nodes. */
export async function startOnACluster() {
  const folder = mkdtempSync(join(tmpdir(), 'salong-cluster-'))
  const [cluster, database] = await Promise.all([startRedisCluster(folder), testDatabase()])
  const port = await freePort()
  const addresses = { databaseUrl: database.url, redisUrl: cluster.url }
  const defaults = await environment({ stateDir: folder, port, publicUrl: `http://127.0.0.1:${port}`, ...addresses })
  const env = { ...defaults, HOST: '127.0.0.1', HUB_URL: '', WEB_DIR: '', SMTP_URL: '', LOG_LEVEL: 'warn' }

  async function start(name: Service, number: number): Promise<string> {
    const servicePort = String(await freePort())
    const url = `http://127.0.0.1:${servicePort}`
    await supervise(
      {
        name,
        command: process.execPath,
        args: ['--import', 'tsx', 'src/main.ts'],
        cwd: join(root, 'services', name),
        env: { ...env, [PORTS[name]]: servicePort },
        readyUrl: `${url}/ready`,
        logFile: join(folder, `logs/${name}-${number}.log`),
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
