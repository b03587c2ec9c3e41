import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchContext } from '../context.ts'
import { bearer, get } from '../http.ts'
import { alternate, type Measurement, percentile } from '../measurements.ts'
import { startBaselineServer } from '../processes.ts'
import { captureStatements } from '../record-statements.ts'
import { measureTimes } from '../search/measure.ts'
import { printPlan } from '../search/plans.ts'
import type { Sample } from '../statements.ts'
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

/**
 * Records the statements of a page. Omits the one for the share of cases handled in time, which has no parameter of the
 * caller.
 */
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

const limitP99 = (label: string, times: number[]): Measurement => ({
  label: `${label}, p99`,
  unit: 'ms',
  product: percentile(times, 0.99),
  atMost: PAGE_MAX_MS,
})

/** Compares the first page of the queue with a server that only runs the same queries, and measures the other pages. */
export async function compareQueue(bench: BenchContext, url: string, moderator: Caller): Promise<Measurement[]> {
  const { stack, options } = bench
  const { rounds, searches } = options
  const [firstPage, ...otherPages] = await listPages(bench)
  if (!firstPage) throw new Error('There are no pages.')
  const statements = await recordPage(bench, moderator, firstPage)
  const file = join(stack.folder, 'queue-statements.json')
  writeFileSync(file, JSON.stringify({ queue: statements }))
  const baselineServer = await startBaselineServer(stack, file)
  const measurePage = ({ query }: Page) => measureTimes(searches, () => readQueue(url, moderator, query))
  const measureBaseline = () =>
    measureTimes(searches, () => get(`${baselineServer.url}/read/queue/${moderator.id}`, {}))
  await measurePage(firstPage)
  await measureBaseline()
  const { product, baseline } = await alternate(rounds, () => measurePage(firstPage), measureBaseline)
  const scope = `queue of ${options.cases.toLocaleString('en')} cases`
  const compare = (quantile: number): Measurement => ({
    label: `${scope}, ${firstPage.label}, p${quantile * 100}`,
    unit: 'ms',
    product: percentile(product.flat(), quantile),
    baseline: percentile(baseline.flat(), quantile),
  })
  const measurements = [compare(0.5), compare(0.99), limitP99(`${scope}, ${firstPage.label}`, product.flat())]
  for (const page of otherPages) {
    await recordPage(bench, moderator, page)
    await measurePage(page)
    measurements.push(limitP99(`${scope}, ${page.label}`, await measurePage(page)))
  }
  await baselineServer.stop()
  return measurements
}
