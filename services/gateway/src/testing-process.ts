import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Ctx, Member } from '@app/server/context'
import { afterTest, TEST_SECRET } from '@app/server/testing/context'
import type {} from '@app/server/testing/infra'
import { expect, inject } from 'vitest'
import { API_PREFIX } from './http/api.ts'
import type { TestGateway, TestResponse } from './testing.ts'

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Raises the timeouts to two minutes, so that statements do not time out while a test holds them at a breakpoint. */
const withLongTimeouts = (databaseUrl: string): string => {
  const url = new URL(databaseUrl)
  for (const name of ['statement_timeout', 'query_timeout']) url.searchParams.set(name, '120000')
  return url.href
}

/** Starts the bundle of a service in its own process, with the database, the Redis and the photo store of the context. */
function aService(service: 'gateway' | 'worker', { config }: Pick<Ctx, 'config'>, env: Record<string, string>) {
  const { photoStore, databaseUrl, redisUrl } = config
  const child = spawn(process.execPath, [join(inject('programs'), service, 'main.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: withLongTimeouts(databaseUrl),
      REDIS_URL: redisUrl,
      PHOTO_STORE: `file:${photoStore.kind === 'FOLDER' ? photoStore.folder : ''}`,
      SESSION_SECRET: TEST_SECRET,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
      ...env,
    },
  })
  afterTest(async () => void child.kill('SIGKILL'))
  return child
}

/** Starts a worker in its own process, which stores emails in the local inbox. */
export const aWorkerProcess = (ctx: Pick<Ctx, 'config'>) => aService('worker', ctx, { WORKER_PORT: '0' })

export type GatewayProcess = {
  post: <Body = unknown>(
    member: Member,
    path: string,
    body?: unknown,
  ) => Promise<Pick<TestResponse<Body>, 'status' | 'body'>>
  /** Kills the process with SIGKILL, and waits until it has exited. */
  kill: () => Promise<void>
}

/** Starts a gateway in its own process, and waits until it accepts requests; fails after a minute. */
export async function aGatewayProcess({ ctx, tokenOf }: Pick<TestGateway, 'tokenOf'> & { ctx: Ctx }) {
  const port = await findFreePort()
  const child = aService('gateway', ctx, { PORT: String(port) })
  const url = `http://127.0.0.1:${port}`
  await expect
    .poll(
      () =>
        fetch(`${url}/health`).then(
          ({ status }) => status,
          () => null,
        ),
      { timeout: 60_000 },
    )
    .toBe(200)
  const gateway: GatewayProcess = {
    async post<Body>(member: Member, path: string, body?: unknown) {
      const response = await fetch(`${url}${API_PREFIX}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokenOf(member)}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, body: (text ? JSON.parse(text) : undefined) as Body }
    },
    async kill() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
  return gateway
}
