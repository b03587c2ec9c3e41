import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { run, spawnChild, stopChild } from '../child-process.mjs'
import { root } from '../infra/paths.mjs'
import { freePort } from '../infra/ports.mjs'
import { isComplaint, type OwnStack } from '../proving/own-stack.ts'

/** A server of its own for what is measured: what it logs goes to a file and is read when it stops, so that nobody has to meanwhile. */
export type Measured = { url: string; residentBytes: () => Promise<number>; stop: () => Promise<void> }

type Env = Record<string, string | undefined>

const LISTEN_TIMEOUT = 20_000

async function start(
  stack: OwnStack,
  name: string,
  args: string[],
  createEnv: (port: string) => Env,
): Promise<Measured> {
  const port = await freePort()
  const log = join(stack.folder, 'logs', `measured-${name}-${port}.log`)
  const child = spawnChild(name, process.execPath, args, {
    cwd: root,
    env: createEnv(String(port)),
    output: openSync(log, 'w'),
  })
  for (const deadline = Date.now() + LISTEN_TIMEOUT; !(await isListening(port)); await pause(50))
    if (Date.now() > deadline) throw new Error(`${name} does not listen; ${stack.folder}/logs may say why.`)
  return {
    url: `http://127.0.0.1:${port}`,
    residentBytes: () => residentBytes(Number(child.pid)),
    stop: async () => {
      // Before it goes: what it says then is about calls that the load has let go of.
      const complaints = readFileSync(log, 'utf8').split('\n').filter(isComplaint)
      stack.complaints.push(...complaints.map((line) => `${name}: ${line}`))
      await stopChild(child)
    },
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' })
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** What the process below the shell that holds the leash has in memory. */
async function residentBytes(shell: number): Promise<number> {
  const { out } = await run('ps', 'ps', ['-A', '-o', 'ppid=,rss=,comm='])
  const rows = out.split('\n').map((line) => line.trim().split(/\s+/))
  const row = rows.find(([parent, , command]) => Number(parent) === shell && !command?.endsWith('sh'))
  return Number(row?.[1]) * 1_024
}

const product = (name: string): string[] => ['--enable-source-maps', join(root, 'services', name, 'dist/main.js')]
const bare = (name: string): string[] => ['--import', 'tsx', join(import.meta.dirname, `${name}.ts`)]

/** Another gateway beside the running one. */
export const startGateway = (stack: OwnStack): Promise<Measured> =>
  start(stack, 'gateway', product('gateway'), (PORT) => ({ ...stack.env, PORT }))

/** Another hub beside the running one. */
export const startHub = (stack: OwnStack): Promise<Measured> =>
  start(stack, 'hub', product('hub'), (HUB_PORT) => ({ ...stack.env, HUB_PORT }))

/**
 * Another worker beside the running one, which takes it for shortly after eight in the morning. Its jobs stand in a Redis database of
 * its own: Redis would hand some of them to the other one, which is stopped.
 */
export const startMorningWorker = (stack: OwnStack, smtpUrl: string): Promise<Measured> =>
  start(
    stack,
    'worker',
    ['--import', join(import.meta.dirname, 'digests/eight-o-clock.mjs'), ...product('worker')],
    (WORKER_PORT) => ({ ...stack.env, WORKER_PORT, SMTP_URL: smtpUrl, REDIS_URL: `${stack.redisUrl}/1` }),
  )

const servers = ({ databaseUrl, redisUrl }: OwnStack): Env => ({ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl })

export const startBareServer = (stack: OwnStack, statements: string): Promise<Measured> =>
  start(stack, 'bare-server', bare('bare-server'), (PORT) => ({ ...servers(stack), PORT, STATEMENTS: statements }))

export const startBareSearch = (stack: OwnStack): Promise<Measured> =>
  start(stack, 'bare-search', bare('bare-search'), (PORT) => ({ ...servers(stack), PORT }))

export const startBareHub = (stack: OwnStack): Promise<Measured> =>
  start(stack, 'bare-hub', bare('bare-hub'), (PORT) => ({ ...servers(stack), PORT }))
