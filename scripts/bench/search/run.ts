import type pg from 'pg'
import type { OwnStack } from '../../proving/own-stack.ts'
import { step } from '../../stack/say.mjs'
import type { Figure } from '../figures.ts'
import type { BenchOptions } from '../options.ts'
import type { Caller } from '../world.ts'
import { measureKind } from './measure.ts'
import { growTo, ignoreSome } from './people.ts'
import { printPlan } from './plans.ts'
import { KINDS } from './wishes.ts'

/** How much slower the slowest hundredth may be among all members than among the fewest. */
const MOST_GROWTH = 3

/** Searches among more and more members; the plans are those among all. */
export async function compareSearch(
  pool: pg.Pool,
  stack: OwnStack,
  urls: { ours: string; bare: string },
  callers: Caller[],
  { profiles, searches, rounds }: BenchOptions,
): Promise<Figure[]> {
  const figures: Figure[] = []
  const slowest = new Map(KINDS.map(({ what }) => [what, [] as number[]]))
  for (const size of profiles) {
    const among = `among ${size.toLocaleString('en')}`
    await step(`Members up to ${size.toLocaleString('en')}`, () => growTo(pool, size))
    await ignoreSome(
      pool,
      callers.map(({ id }) => id),
    )
    await step(`searches ${among}`, async () => {
      for (const kind of KINDS) {
        const measured = await measureKind(kind, { urls, callers, rounds, searches })
        figures.push(...measured.figures.map((figure) => ({ ...figure, what: `${figure.what} ${among}` })))
        slowest.get(kind.what)?.push(measured.p99)
      }
    })
  }
  const [caller] = callers
  if (caller) for (const kind of KINDS) await printPlan(pool, stack, caller, kind)
  const growth = [...slowest].map(([what, p99s]) => ({
    what: `${what}, p99 of the most to the fewest members`,
    unit: 'ms',
    ours: p99s.at(-1) ?? 0,
    bare: p99s[0] ?? 0,
    atMost: MOST_GROWTH,
  }))
  return [...figures, ...growth]
}
