import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterTest, TEST_SECRET, testDatabase } from '@app/server/testing/context'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { expect, test, vi } from 'vitest'
import { root } from '../infra/paths.mjs'
import { findFreePort } from '../infra/ports.mjs'
import { build } from '../stack/build.mjs'

const PASSWORD = 'ljungen:blommar-47'
const headers = { authorization: `Basic ${Buffer.from(`ann:${PASSWORD}`).toString('base64')}` }

/** Starts the worker as `npm start` and compose run it, and returns the URL of its queue board. */
async function startBuiltWorker(): Promise<string> {
  await build(['build', '--filter=./services/worker'])
  const { url: databaseUrl, drop } = await testDatabase()
  afterTest(drop)
  const port = await findFreePort()
  const child = spawn(process.execPath, ['--enable-source-maps', join(root, 'services/worker/dist/main.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      REDIS_URL: ownRedisUrl(import.meta.url),
      SESSION_SECRET: TEST_SECRET,
      PHOTO_STORE: `file:${join(tmpdir(), 'salong-no-photos')}`,
      METRICS_PORT: String(port),
      QUEUES_PASSWORD: PASSWORD,
      WORKER_PORT: '0',
      LOG_LEVEL: 'silent',
    },
  })
  afterTest(async () => void child.kill('SIGKILL'))
  return `http://127.0.0.1:${port}/queues`
}

test('the built worker serves the board of its queues, with every file that the page loads', async () => {
  const board = await startBuiltWorker()
  const page = await vi.waitFor(() => fetch(board, { headers }), { timeout: 50_000 })
  expect(page.status).toBe(200)
  const files = [...(await page.text()).matchAll(/(?:src|href)="(static\/[^"]+)"/g)].map(([, file]) => file)
  expect(files.length).toBeGreaterThan(4)
  for (const file of files) expect((await fetch(`${board}/${file}`, { headers })).status, file).toBe(200)
  await vi.waitFor(async () => expect((await fetch(`${board}/api/queues`, { headers })).status).toBe(200))
})
