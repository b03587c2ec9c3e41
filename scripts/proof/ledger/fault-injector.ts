import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { spawnChild } from '../../child-process.mjs'
import { readProcessId } from '../../infra/redis.mjs'
import { findRedis } from '../../infra/redis-program.mjs'
import { type IsolatedStack, PORT_SETTINGS, type ServiceName } from '../common/isolated-stack.ts'
import type { Plan, Victim } from './plan.ts'

type Kill = Plan['kills'][number]

export type KillReport = { victim: Victim; pid: number; isEmptied: boolean; recoveryMs: number }

const RESTART_TIMEOUT_MS = 60_000
const POLL_INTERVAL_MS = 50

/** Kills processes with SIGKILL and waits until they are back. Kills of the same victim run sequentially. */
export function createFaultInjector(stack: IsolatedStack, onKill: (report: KillReport) => void) {
  const queues = new Map<Victim, Promise<void>>()

  async function waitUntilBack(isBack: () => Promise<boolean>, name: string): Promise<void> {
    for (const deadline = Date.now() + RESTART_TIMEOUT_MS; !(await isBack()); await pause(POLL_INTERVAL_MS))
      if (Date.now() > deadline) throw new Error(`${name} was not available again within a minute.`)
  }

  async function killService(name: ServiceName): Promise<number> {
    const pid = stack.findProcessId(name)
    process.kill(pid, 'SIGKILL')
    await waitUntilBack(async () => stack.findProcessId(name) !== pid && (await isHealthy(stack, name)), name)
    return pid
  }

  async function killRedis({ downtimeMs, isEmptied }: Kill): Promise<number> {
    const pid = Number(await readProcessId(stack.redisUrl))
    process.kill(pid, 'SIGKILL')
    await pause(downtimeMs)
    const folder = join(stack.folder, 'redis')
    if (isEmptied) rmSync(join(folder, 'appendonlydir'), { recursive: true, force: true })
    const { command, env } = await findRedis()
    spawnChild('Redis', command, [join(folder, 'redis.conf')], { env })
    await waitUntilBack(async () => Number(await readProcessId(stack.redisUrl).catch(() => pid)) !== pid, 'Redis')
    return pid
  }

  async function run(kill: Kill): Promise<void> {
    const start = performance.now()
    const pid = kill.victim === 'redis' ? await killRedis(kill) : await killService(kill.victim)
    onKill({ victim: kill.victim, isEmptied: kill.isEmptied, pid, recoveryMs: performance.now() - start })
  }

  return {
    kill(kill: Kill): void {
      queues.set(
        kill.victim,
        (queues.get(kill.victim) ?? Promise.resolve()).then(() => run(kill)),
      )
    },
    waitForAll: async () => void (await Promise.all(queues.values())),
  }
}

async function isHealthy({ env }: IsolatedStack, name: ServiceName): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${env[PORT_SETTINGS[name]]}/health`, { signal: AbortSignal.timeout(1_000) }))
      .ok
  } catch {
    return false
  }
}
