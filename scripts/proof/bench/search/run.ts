import { step } from '../../../stack/progress.mjs'
import type { BenchContext } from '../context.ts'
import type { Measurement } from '../measurements.ts'
import { startBaselineSearch, startGateway } from '../processes.ts'
import { measureStatementCount } from '../record-statements.ts'
import type { Caller } from '../world.ts'
import { growMembersTo, insertIgnoresAndNotes } from './fill.ts'
import { measureKind } from './measure.ts'
import { captureSearchStatements, printPlan } from './plans.ts'
import { SEARCH_KINDS } from './search-kinds.ts'

/** The maximum ratio of the p99 among the most members to the p99 among the fewest. */
const GROWTH_MAX = 3
const SEARCHERS = 50

type SearchContext = Omit<BenchContext, 'world'> & { callers: Caller[] }

/** Measures searches with a growing number of members. */
async function measureKinds({ stack, pool, callers, options }: SearchContext): Promise<Measurement[]> {
  const { profiles, searches, rounds } = options
  const [gateway, baselineServer] = [await startGateway(stack), await startBaselineSearch(stack)]
  const urls = { product: gateway.url, baseline: baselineServer.url }
  const measurements: Measurement[] = []
  const p99sByKind = new Map(SEARCH_KINDS.map(({ label }) => [label, [] as number[]]))
  for (const size of profiles) {
    const scope = `among ${size.toLocaleString('en')}`
    await step(`${size.toLocaleString('en')} members`, () => growMembersTo(pool, size))
    await insertIgnoresAndNotes(
      pool,
      callers.map(({ id }) => id),
    )
    for (const kind of SEARCH_KINDS)
      await step(`${kind.label} ${scope}`, async () => {
        const measured = await measureKind(kind, { urls, callers, rounds, searches })
        measurements.push(
          ...measured.measurements.map((measurement) => ({ ...measurement, label: `${measurement.label} ${scope}` })),
        )
        p99sByKind.get(kind.label)?.push(measured.p99)
      })
  }
  for (const server of [gateway, baselineServer]) await server.stop()
  const growth = [...p99sByKind].map(([label, p99s]) => ({
    label: `${label}, p99 among most members to p99 among fewest`,
    unit: 'ms',
    product: p99s.at(-1) ?? 0,
    baseline: p99s[0] ?? 0,
    atMost: GROWTH_MAX,
  }))
  return [...measurements, ...growth]
}

/** Counts the statements of each kind of search, and prints their plans among the most members. */
async function countStatements({ stack, pool, callers, options }: SearchContext): Promise<Measurement[]> {
  const [caller] = callers
  if (!caller) throw new Error('There are no callers.')
  const measurements: Measurement[] = []
  for (const kind of SEARCH_KINDS) {
    const statements = await captureSearchStatements(pool, stack, caller, kind)
    measurements.push(measureStatementCount(kind.label, statements, 1))
    if (!options.plans) continue
    for (const statement of statements)
      await printPlan(pool, kind.label, statement, { member: caller.id, chat: '', text: '', clientId: '' })
  }
  return measurements
}

export async function compareSearch({ world, ...bench }: BenchContext): Promise<Measurement[]> {
  const context = { ...bench, callers: world.callers.slice(0, SEARCHERS) }
  const measurements = await measureKinds(context)
  return [...measurements, ...(await step('statements of searches', () => countStatements(context)))]
}
