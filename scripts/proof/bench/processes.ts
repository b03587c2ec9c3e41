import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { run, spawnChild, stopChild } from '../../child-process.mjs'
import { root } from '../../infra/paths.mjs'
import { findFreePort } from '../../infra/ports.mjs'
import { serviceArguments } from '../../stack/service-arguments.mjs'
import { type IsolatedStack, isErrorLine } from '../common/isolated-stack.ts'
import { measureProcessTree } from '../common/process-tree.ts'

/**
 * A separate server to measure. Its log is written to a file and read only when it stops, so that reading does not
 * affect the measurements.
 */
export type MeasuredServer = {
  url: string
  measureMemoryBytes: () => Promise<number>
  /** Returns the CPU time of the server since its start. */
  measureCpuSeconds: () => Promise<number>
  stop: () => Promise<void>
}

type Env = Record<string, string | undefined>

const LISTEN_TIMEOUT_MS = 20_000

async function start(
  stack: IsolatedStack,
  name: string,
  args: string[],
  createEnv: (port: string) => Env,
): Promise<MeasuredServer> {
  const port = await findFreePort()
  const log = join(stack.folder, 'logs', `measured-${name}-${port}.log`)
  const child = spawnChild(name, process.execPath, args, {
    cwd: root,
    env: createEnv(String(port)),
    output: openSync(log, 'w'),
  })
  for (const deadline = Date.now() + LISTEN_TIMEOUT_MS; !(await isListening(port)); await pause(50))
    if (Date.now() > deadline) throw new Error(`${name} does not listen; see ${stack.folder}/logs.`)
  return {
    url: `http://127.0.0.1:${port}`,
    measureMemoryBytes: () => measureShellMemory(Number(child.pid)),
    measureCpuSeconds: async () => (await measureProcessTree(Number(child.pid))).cpuSeconds,
    stop: async () => {
      // Errors logged during the stop only concern requests that the load generator has abandoned.
      const errorLines = readFileSync(log, 'utf8').split('\n').filter(isErrorLine)
      stack.errorLines.push(...errorLines.map((line) => `${name}: ${line}`))
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

/** Returns the resident bytes of the process that a supervising shell runs. */
async function measureShellMemory(shell: number): Promise<number> {
  const { out } = await run('ps', 'ps', ['-A', '-o', 'ppid=,rss=,comm='])
  const rows = out.split('\n').map((line) => line.trim().split(/\s+/))
  const row = rows.find(([parent, , command]) => Number(parent) === shell && !command?.endsWith('sh'))
  return Number(row?.[1]) * 1_024
}

const baselineArgs = (name: string): string[] => ['--import', 'tsx', join(import.meta.dirname, `${name}.ts`)]

/** Starts a second gateway. */
export const startGateway = (stack: IsolatedStack): Promise<MeasuredServer> =>
  start(stack, 'gateway', serviceArguments('gateway'), (PORT) => ({ ...stack.env, PORT }))

/** Starts a second hub. */
export const startHub = (stack: IsolatedStack): Promise<MeasuredServer> =>
  start(stack, 'hub', serviceArguments('hub'), (HUB_PORT) => ({ ...stack.env, HUB_PORT }))

/** Starts a second worker. Suspend the first one, which takes on the same work, or give this one a Redis of its own. */
export const startWorker = (stack: IsolatedStack): Promise<MeasuredServer> =>
  start(stack, 'worker', serviceArguments('worker'), (WORKER_PORT) => ({ ...stack.env, WORKER_PORT }))

/**
 * Starts a second worker whose clock shows shortly after eight in the morning. It has a Redis database of its own,
 * because the suspended first worker would still be assigned jobs of a shared one.
 */
export const startMorningWorker = (stack: IsolatedStack, smtpUrl: string): Promise<MeasuredServer> =>
  start(
    stack,
    'worker',
    ['--import', join(root, 'scripts/test-infra/eight-o-clock.mjs'), ...serviceArguments('worker')],
    (WORKER_PORT) => ({ ...stack.env, WORKER_PORT, SMTP_URL: smtpUrl, REDIS_URL: `${stack.redisUrl}/1` }),
  )

const databaseEnv = ({ databaseUrl, redisUrl }: IsolatedStack): Env => ({
  DATABASE_URL: databaseUrl,
  REDIS_URL: redisUrl,
})

export const startBaselineServer = (stack: IsolatedStack, statementsFile: string): Promise<MeasuredServer> =>
  start(stack, 'baseline-server', baselineArgs('baseline-server'), (PORT) => ({
    ...databaseEnv(stack),
    PORT,
    STATEMENTS: statementsFile,
  }))

export const startBaselineSearch = (stack: IsolatedStack): Promise<MeasuredServer> =>
  start(stack, 'baseline-search', baselineArgs('baseline-search'), (PORT) => ({ ...databaseEnv(stack), PORT }))

export const startBaselineHub = (stack: IsolatedStack): Promise<MeasuredServer> =>
  start(stack, 'baseline-hub', baselineArgs('baseline-hub'), (PORT) => ({ ...databaseEnv(stack), PORT }))
