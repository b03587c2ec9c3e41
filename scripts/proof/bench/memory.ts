import { setTimeout as pause } from 'node:timers/promises'
import { connectAll } from './delivery.ts'
import { alternate, type Figure, median } from './figures.ts'
import type { Measured } from './processes.ts'
import type { Caller } from './world.ts'

const MAX_KB = 35

/** Measures how much memory each connected member adds to a hub; every round starts new hubs. */
export async function socketMemory(
  callers: Caller[],
  { rounds, settling }: { rounds: number; settling: number },
  start: { ours: () => Promise<Measured>; bare: () => Promise<Measured> },
): Promise<Figure[]> {
  const measure = (begin: () => Promise<Measured>, tokenOf: (caller: Caller) => string) => async () => {
    const hub = await begin()
    await pause(settling)
    const before = await hub.residentBytes()
    const { close } = await connectAll({ hubUrl: hub.url, tokenOf }, callers)
    await pause(settling)
    const after = await hub.residentBytes()
    close()
    await hub.stop()
    return (after - before) / callers.length / 1_000
  }
  const { ours, bare } = await alternate(
    rounds,
    measure(start.ours, ({ token }) => token),
    measure(start.bare, ({ id }) => id),
  )
  const figure = { what: `hub memory a member, ${callers.length} sockets`, unit: 'kB', ours: median(ours) }
  return [
    { ...figure, bare: median(bare) },
    { ...figure, atMost: MAX_KB },
  ]
}
