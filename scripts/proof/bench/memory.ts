import { setTimeout as pause } from 'node:timers/promises'
import { median } from '../common/median.ts'
import { connectAll } from './delivery.ts'
import { alternate, type Measurement } from './measurements.ts'
import type { MeasuredServer } from './processes.ts'
import type { Caller } from './world.ts'

const MEMORY_MAX_KB = 35

/** Measures the memory that each connected member adds to a hub. Every round starts new hubs. */
export async function measureSocketMemory(
  callers: Caller[],
  { rounds, settleMs }: { rounds: number; settleMs: number },
  start: { product: () => Promise<MeasuredServer>; baseline: () => Promise<MeasuredServer> },
): Promise<Measurement[]> {
  const measure = (startHub: () => Promise<MeasuredServer>, getToken: (caller: Caller) => string) => async () => {
    const hub = await startHub()
    await pause(settleMs)
    const before = await hub.measureMemoryBytes()
    const { close } = await connectAll({ hubUrl: hub.url, getToken }, callers)
    await pause(settleMs)
    const after = await hub.measureMemoryBytes()
    close()
    await hub.stop()
    return (after - before) / callers.length / 1_000
  }
  const { product, baseline } = await alternate(
    rounds,
    measure(start.product, ({ token }) => token),
    measure(start.baseline, ({ id }) => id),
  )
  const measurement = {
    label: `hub memory per member, ${callers.length} sockets`,
    unit: 'kB',
    product: median(product),
  }
  return [
    { ...measurement, baseline: median(baseline) },
    { ...measurement, atMost: MEMORY_MAX_KB },
  ]
}
