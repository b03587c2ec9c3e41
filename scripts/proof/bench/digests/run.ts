import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { startMorningWorker } from '../processes.ts'
import { fillDigests } from './fill.ts'
import { startSink } from './sink.ts'

const SAMPLE_INTERVAL = 500
const GROWTH_MAX = 1.1
const MEGABYTE = 1_000_000

async function isOver(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ isOver: boolean }>(
    `select exists (select from digest_days where "endedAt" is not null)
      and not exists (select from digests where state in ('WAITING', 'SENDING')) as "isOver"`,
  )
  return rows[0]?.isOver ?? false
}

/**
 * Measures how many digests a second one worker writes and hands to a mail server, and whether its memory stays flat:
 * the maximum during the second half of the samples, compared with the first half.
 */
export async function compareDigests({ stack, pool, options: { digests } }: Bench): Promise<Figure[]> {
  const idle = stack.findProcessId('worker')
  // The worker of the stack has another clock and no mail server.
  process.kill(idle, 'SIGSTOP')
  await fillDigests(pool, digests)
  const sink = await startSink()
  const worker = await startMorningWorker(stack, sink.url)
  const memory: number[] = []
  do {
    await pause(SAMPLE_INTERVAL)
    memory.push((await worker.residentBytes()) / MEGABYTE)
  } while (!(await isOver(pool)))
  await worker.stop()
  sink.stop()
  process.kill(idle, 'SIGCONT')
  const { count, first, last } = sink.taken
  if (count !== digests) throw new Error(`${digests} digests were due, ${count} mails arrived.`)
  const among = `among ${digests.toLocaleString('en')} members`
  return [
    { what: `digests ${among}`, unit: 'a second', ours: (count - 1) / ((last - first) / 1_000) },
    {
      what: `memory of the worker at most, second half to first, digests ${among}`,
      unit: 'MB',
      ours: Math.max(...memory.slice(Math.floor(memory.length / 2))),
      bare: Math.max(...memory.slice(0, Math.ceil(memory.length / 2))),
      atMost: GROWTH_MAX,
    },
  ]
}
