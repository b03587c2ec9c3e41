import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterTest, TEST_SECRET } from '@app/server/testing/context'
import { vi } from 'vitest'
import { findFreePort } from '../infra/ports.mjs'
import { spawnService } from '../test-infra/spawn-service.ts'

type Servers = { databaseUrl: string; redisUrl: string }

/** Starts a service in its own process and returns its metrics. */
export async function fetchMetrics(service: string, { databaseUrl, redisUrl }: Servers): Promise<string> {
  const port = await findFreePort()
  const child = spawnService(service, {
    env: {
      DATABASE_URL: databaseUrl,
      DATABASE_READ_URL: databaseUrl,
      REDIS_URL: redisUrl,
      SESSION_SECRET: TEST_SECRET,
      PHOTO_STORE: `file:${mkdtempSync(join(tmpdir(), 'salong-photos-'))}`,
      METRICS_PORT: String(port),
      PORT: '0',
      HUB_PORT: '0',
      WORKER_PORT: '0',
    },
  })
  afterTest(async () => void child.kill('SIGKILL'))
  return vi.waitFor(async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text(), { timeout: 50_000 })
}

/** Returns the names under which Prometheus stores the metrics. */
export const listSeries = (text: string): string[] =>
  [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name],
  )
