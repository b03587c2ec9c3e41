import { median } from '../../common/median.ts'
import { measureProcessTree } from '../../common/process-tree.ts'
import { SEND_MESSAGE } from '../compare-requests.ts'
import type { BenchContext } from '../context.ts'
import { type Extent, load } from '../http-load.ts'
import { alternate, type Measurement } from '../measurements.ts'
import type { MeasuredServer } from '../processes.ts'
import type { Caller } from '../world.ts'
import { markAllRead } from './due.ts'

const RATIO_MIN = 0.95

/**
 * Compares messages to members with a device with messages to members without one. Nearly every message is the first
 * unread one of its chat, so that it makes a notification due. A round is shorter than the delay of notifications, so
 * that none is sent meanwhile.
 */
export async function compareSending(
  { stack, pool, options: { rounds, seconds, warmUp } }: BenchContext,
  gateway: MeasuredServer,
  { subscribed, others }: { subscribed: Caller[]; others: Caller[] },
): Promise<Measurement[]> {
  async function readCpuSeconds(): Promise<number> {
    const databases = await Promise.all(
      (['postgres', 'redis'] as const).map((name) => measureProcessTree(stack.findProcessId(name))),
    )
    return databases.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, await gateway.measureCpuSeconds())
  }
  async function send(callers: Caller[], extent: Extent) {
    await markAllRead(pool)
    const before = await readCpuSeconds()
    const { sent, ...result } = await load({ ...SEND_MESSAGE.product, url: gateway.url }, callers, extent)
    return { ...result, perCpuSecond: sent / ((await readCpuSeconds()) - before) }
  }
  for (const callers of [others, subscribed]) await send(callers, { amount: warmUp })
  const { product, baseline } = await alternate(
    rounds,
    () => send(subscribed, { duration: seconds }),
    () => send(others, { duration: seconds }),
  )
  await markAllRead(pool)
  if ([...product, ...baseline].some(({ failures }) => failures > 0)) throw new Error('Messages could not be sent.')
  const compare = (metric: 'perSecond' | 'perCpuSecond' | 'p99') => ({
    product: median(product.map((result) => result[metric])),
    baseline: median(baseline.map((result) => result[metric])),
  })
  const label = 'send a message to a member with a device'
  // The CPU time has the target, since it hardly depends on what else runs on the machine.
  return [
    { label, unit: '/s', ...compare('perSecond') },
    { label: `${label}, per second of CPU time`, unit: '/s', ...compare('perCpuSecond'), atLeast: RATIO_MIN },
    { label: `${label}, p99`, unit: 'ms', ...compare('p99') },
  ]
}
