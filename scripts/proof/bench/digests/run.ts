import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { whileSuspended } from '../../common/suspended.ts'
import type { BenchContext } from '../context.ts'
import type { Measurement } from '../measurements.ts'
import { startMorningWorker } from '../processes.ts'
import { fillDigests } from './fill.ts'
import { startSink } from './sink.ts'

const SAMPLE_INTERVAL_MS = 500
const GROWTH_MAX = 1.1
const MEGABYTE = 1_000_000

async function areAllSent(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ areAllSent: boolean }>(
    `select exists (select from digest_days where "endedAt" is not null)
      and not exists (select from digests where state in ('WAITING', 'SENDING')) as "areAllSent"`,
  )
  return rows[0]?.areAllSent ?? false
}

/**
 * Measures how many digests per second one worker renders and sends to a mail server, and whether its memory stays
 * flat: the maximum of the second half of the samples, compared with the maximum of the first half.
 */
export async function compareDigests({ stack, pool, options: { digests } }: BenchContext): Promise<Measurement[]> {
  // The stack's own worker has the real clock and no mail server.
  const { received, memory } = await whileSuspended(stack.findProcessId('worker'), async () => {
    await fillDigests(pool, digests)
    const sink = await startSink()
    const worker = await startMorningWorker(stack, sink.url)
    const samples: number[] = []
    do {
      await pause(SAMPLE_INTERVAL_MS)
      samples.push((await worker.measureMemoryBytes()) / MEGABYTE)
    } while (!(await areAllSent(pool)))
    await worker.stop()
    sink.stop()
    return { received: sink.received, memory: samples }
  })
  const { count, firstAt, lastAt } = received
  if (count !== digests) throw new Error(`${digests} digests were due, ${count} emails arrived.`)
  const scope = `among ${digests.toLocaleString('en')} members`
  return [
    { label: `digests ${scope}`, unit: '/s', product: (count - 1) / ((lastAt - firstAt) / 1_000) },
    {
      label: `peak worker memory, second half of the run to the first, digests ${scope}`,
      unit: 'MB',
      product: Math.max(...memory.slice(Math.floor(memory.length / 2))),
      baseline: Math.max(...memory.slice(0, Math.ceil(memory.length / 2))),
      atMost: GROWTH_MAX,
    },
  ]
}
