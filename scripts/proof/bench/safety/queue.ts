import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchContext } from '../context.ts'
import { bearer, get } from '../http.ts'
import { alternate, type Measurement, percentile } from '../measurements.ts'
import { type MeasuredServer, startBaselineServer } from '../processes.ts'
import { captureStatements } from '../record-statements.ts'
import { measureTimes } from '../search/measure.ts'
import { printPlan } from '../search/plans.ts'
import type { Sample, Statement } from '../statements.ts'
import type { Caller } from '../world.ts'

const PAGE_MAX_MS = 50

type Page = { label: string; query: string }

async function listPages({ pool }: BenchContext): Promise<Page[]> {
  const { rows } = await pool.query<{ cursor: string }>(
    `select case when severity = 'CRITICAL' then '0.' else '1.' end || (extract(epoch from "dueAt") * 1000)::bigint || '.' || id
      as cursor
    from cases where state = 'OPEN' order by severity = 'CRITICAL', "dueAt" desc limit 1 offset 100`,
  )
  return [
    { label: 'first page', query: '' },
    { label: 'late page', query: `?after=${rows[0]?.cursor}` },
    ...['APPEALED', 'ASKED', 'SECOND_LOOK', 'DONE'].map((view) => ({ label: view, query: `?view=${view}` })),
  ]
}

export const readQueue = (url: string, { token }: Caller, query: string): Promise<string> =>
  get(`${url}/api/v2/moderation/cases${query}`, bearer(token))

/** Records the statements of a page, except the figure that is the same on every page. */
async function recordPage({ stack, pool, options }: BenchContext, moderator: Caller, { label, query }: Page) {
  const createSample = (): Sample => ({ member: moderator.id, chat: 'chat', text: 'text', clientId: 'clientId' })
  const statements = await captureStatements(pool, stack, {
    selectBy: 'member',
    createSample,
    sendRequest: () => readQueue(stack.url, moderator, query),
  })
  if (options.plans) for (const statement of statements) await printPlan(pool, label, statement, createSample())
  return statements
}

const describe = (label: string, quantile: number, product: number[], baseline?: number[]): Measurement => ({
  label: `${label}, p${quantile * 100}`,
  unit: 'ms',
  product: percentile(product, quantile),
  ...(baseline ? { baseline: percentile(baseline, quantile) } : {}),
})

/** Compares the first page of the queue with a server that only runs the same queries, and measures its other pages. */
export async function compareQueue(
  bench: BenchContext,
  gateway: MeasuredServer,
  moderator: Caller,
): Promise<Measurement[]> {
  const { stack, options } = bench
  const { rounds, searches } = options
  const pages = await listPages(bench)
  const statements: Statement[][] = []
  for (const page of pages) statements.push(await recordPage(bench, moderator, page))
  const file = join(stack.folder, 'queue-statements.json')
  writeFileSync(file, JSON.stringify({ ...statements }))
  const baselineServer = await startBaselineServer(stack, file)
  const measurements: Measurement[] = []
  for (const [index, { label, query }] of pages.entries()) {
    const scope = `queue of ${options.cases.toLocaleString('en')} cases, ${label}`
    const readProduct = () => readQueue(gateway.url, moderator, query)
    const readBaseline = () => get(`${baselineServer.url}/read/${index}/${moderator.id}`, {})
    await measureTimes(searches, readProduct)
    await measureTimes(searches, readBaseline)
    const { product, baseline } = await alternate(
      rounds,
      () => measureTimes(searches, readProduct),
      () => measureTimes(searches, readBaseline),
    )
    // The recorded cursor of a late page is replaced by the current time, so its baseline would be another page.
    const compared = index === 0 ? baseline.flat() : undefined
    measurements.push(describe(scope, 0.5, product.flat(), compared))
    if (compared) measurements.push(describe(scope, 0.99, product.flat(), compared))
    measurements.push({ ...describe(scope, 0.99, product.flat()), atMost: PAGE_MAX_MS })
  }
  await baselineServer.stop()
  return measurements
}
