import { step } from '../../../stack/progress.mjs'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { startBareSearch, startGateway } from '../processes.ts'
import { statementsFigure } from '../record-statements.ts'
import type { Caller } from '../world.ts'
import { measureKind } from './measure.ts'
import { growMembersTo, insertEncounters } from './people.ts'
import { captureSearchStatements, printStatement } from './plans.ts'
import { KINDS } from './search-kinds.ts'

/** Maximum ratio of the p99 among all members to the p99 among the fewest. */
const MAX_GROWTH = 3
const SEARCHERS = 50

type Searching = Omit<Bench, 'world'> & { callers: Caller[] }

/** Measures searches with a growing number of members. */
async function measureKinds({ stack, pool, callers, options }: Searching): Promise<Figure[]> {
  const { profiles, searches, rounds } = options
  const [gateway, bare] = [await startGateway(stack), await startBareSearch(stack)]
  const urls = { ours: gateway.url, bare: bare.url }
  const figures: Figure[] = []
  const slowest = new Map(KINDS.map(({ what }) => [what, [] as number[]]))
  for (const size of profiles) {
    const among = `among ${size.toLocaleString('en')}`
    await step(`Members up to ${size.toLocaleString('en')}`, () => growMembersTo(pool, size))
    await insertEncounters(
      pool,
      callers.map(({ id }) => id),
    )
    for (const kind of KINDS)
      await step(`${kind.what} ${among}`, async () => {
        const measured = await measureKind(kind, { urls, callers, rounds, searches })
        figures.push(...measured.figures.map((figure) => ({ ...figure, what: `${figure.what} ${among}` })))
        slowest.get(kind.what)?.push(measured.p99)
      })
  }
  for (const server of [gateway, bare]) await server.stop()
  const growth = [...slowest].map(([what, p99s]) => ({
    what: `${what}, p99 of the most to the fewest members`,
    unit: 'ms',
    ours: p99s.at(-1) ?? 0,
    bare: p99s[0] ?? 0,
    atMost: MAX_GROWTH,
  }))
  return [...figures, ...growth]
}

/** Counts the statements of each kind of search, and prints the plans with all members. */
async function countStatements({ stack, pool, callers, options }: Searching): Promise<Figure[]> {
  const [caller] = callers
  if (!caller) throw new Error('There are no callers.')
  const figures: Figure[] = []
  for (const kind of KINDS) {
    const statements = await captureSearchStatements(pool, stack, caller, kind)
    figures.push(statementsFigure(kind.what, statements, 1))
    if (!options.plans) continue
    for (const statement of statements)
      await printStatement(pool, kind.what, statement, { member: caller.id, chat: '', text: '', clientId: '' })
  }
  return figures
}

export async function compareSearch({ world, ...bench }: Bench): Promise<Figure[]> {
  const searchBench = { ...bench, callers: world.callers.slice(0, SEARCHERS) }
  const figures = await measureKinds(searchBench)
  return [...figures, ...(await step('statements of searches', () => countStatements(searchBench)))]
}
