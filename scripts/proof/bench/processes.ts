import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { run, spawnChild, stopChild } from '../../child-process.mjs'
import { root } from '../../infra/paths.mjs'
import { freePort } from '../../infra/ports.mjs'
import { isComplaint, type OwnStack } from '../common/own-stack.ts'

/**
 * A separate server to measure. Its log goes to a file and is read only when it stops, so that reading does not affect
 * the figures.
 */
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
    if (Date.now() > deadline) throw new Error(`${name} does not listen; see ${stack.folder}/logs.`)
  return {
    url: `http://127.0.0.1:${port}`,
    residentBytes: () => residentBytes(Number(child.pid)),
    stop: async () => {
      // Read before the stop: errors logged during it only concern calls that the load has abandoned.
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

/** Returns the resident bytes of the process that the given supervising shell runs. */
async function residentBytes(shell: number): Promise<number> {
  const { out } = await run('ps', 'ps', ['-A', '-o', 'ppid=,rss=,comm='])
  const rows = out.split('\n').map((line) => line.trim().split(/\s+/))
  const row = rows.find(([parent, , command]) => Number(parent) === shell && !command?.endsWith('sh'))
  return Number(row?.[1]) * 1_024
}

const product = (name: string): string[] => ['--enable-source-maps', join(root, 'services', name, 'dist/main.js')]
const bare = (name: string): string[] => ['--import', 'tsx', join(import.meta.dirname, `${name}.ts`)]

/** Starts a second gateway. */
export const startGateway = (stack: OwnStack): Promise<Measured> =>
  start(stack, 'gateway', product('gateway'), (PORT) => ({ ...stack.env, PORT }))

/** Starts a second hub. */
export const startHub = (stack: OwnStack): Promise<Measured> =>
  start(stack, 'hub', product('hub'), (HUB_PORT) => ({ ...stack.env, HUB_PORT }))

/**
 * Starts a second worker whose clock shows shortly after eight in the morning. It has its own Redis database for its
 * jobs: in a shared one, Redis would assign some of them to the first worker, which is stopped.
 */
export const startMorningWorker = (stack: OwnStack, smtpUrl: string): Promise<Measured> =>
  start(
    stack,
    'worker',
    ['--import', join(root, 'scripts/test-infra/eight-o-clock.mjs'), ...product('worker')],
    (WORKER_PORT) => ({ ...stack.env, WORKER_PORT, SMTP_URL: smtpUrl, REDIS_URL: `${stack.redisUrl}/1` }),
  )

const servers = ({ databaseUrl, redisUrl }: OwnStack): Env => ({ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl })

export const startBareServer = (stack: OwnStack, statements: string): Promise<Measured> =>
  start(stack, 'bare-server', bare('bare-server'), (PORT) => ({ ...servers(stack), PORT, STATEMENTS: statements }))

export const startBareSearch = (stack: OwnStack): Promise<Measured> =>
  start(stack, 'bare-search', bare('bare-search'), (PORT) => ({ ...servers(stack), PORT }))

export const startBareHub = (stack: OwnStack): Promise<Measured> =>
  start(stack, 'bare-hub', bare('bare-hub'), (PORT) => ({ ...servers(stack), PORT }))
