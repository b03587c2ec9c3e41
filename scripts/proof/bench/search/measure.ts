import { bearer, get, post } from '../http.ts'
import { alternate, type Measurement, percentile } from '../measurements.ts'
import type { Caller } from '../world.ts'
import { countHits } from './hits.ts'
import type { Search, SearchKind } from './search-kinds.ts'

const WARM_UP_SEARCHES = 20
/** Larger, because most searches for a late page find nothing among few members. */
const WARM_UP_SEARCHES_MAX = 400

type Comparison = { urls: { product: string; baseline: string }; callers: Caller[]; rounds: number; searches: number }

export function requestSearch(url: string, token: string, { path, body }: Search): Promise<string> {
  const endpoint = `${url}/api/v2${path}`
  return body ? post(endpoint, body, bearer(token)) : get(endpoint, bearer(token))
}

type RunSearch = (index: number) => Promise<string>

/**
 * Warms up a server, and throws if no search finds a member, because searches without results are misleadingly fast.
 */
async function warmUp(
  label: string,
  search: RunSearch,
  countHitsIn: (responseText: string, index: number) => number,
): Promise<void> {
  let hits = 0
  for (let index = 0; index < WARM_UP_SEARCHES || (hits === 0 && index < WARM_UP_SEARCHES_MAX); index++)
    hits += countHitsIn(await search(index), index)
  if (hits === 0) throw new Error(`${label}: the searches find no members.`)
}

/** Runs `count` calls in sequence and returns the milliseconds of each. */
export async function measureTimes(count: number, search: (index: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const start = performance.now()
    await search(index)
    times.push(performance.now() - start)
  }
  return times
}

/** Measures searches in sequence, each with other criteria and by the next member. */
export async function measureKind(
  { label, nextSearch }: SearchKind,
  { urls, callers, rounds, searches }: Comparison,
): Promise<{ measurements: Measurement[]; p99: number }> {
  const getToken = (index: number) => callers[index % callers.length]?.token ?? ''
  const searchProduct = (index: number) => requestSearch(urls.product, getToken(index), nextSearch())
  const searchBaseline = () => post(urls.baseline, nextSearch().baseline)
  await warmUp(label, searchProduct, (responseText, index) => countHits(responseText, getToken(index)))
  await warmUp(`${label} (baseline)`, searchBaseline, (responseText) => JSON.parse(responseText).length)
  const results = await alternate(
    rounds,
    () => measureTimes(searches, searchProduct),
    () => measureTimes(searches, searchBaseline),
  )
  const compare = (quantile: number): Measurement => ({
    label: `${label}, p${quantile * 100}`,
    unit: 'ms',
    product: percentile(results.product.flat(), quantile),
    baseline: percentile(results.baseline.flat(), quantile),
  })
  const [p50, p99] = [compare(0.5), compare(0.99)]
  return { measurements: [p50, p99], p99: p99.product }
}
