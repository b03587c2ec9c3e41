import { bearer, post, read } from '../calls.ts'
import { alternate, type Figure, percentile } from '../figures.ts'
import type { Caller } from '../world.ts'
import { countHits } from './hits.ts'
import type { Kind, Search } from './search-kinds.ts'

const WARM_UP = 20
/** In a small world most searches for a late page find no members. */
const WARM_UP_MAX = 400

type Setting = { urls: { ours: string; bare: string }; callers: Caller[]; rounds: number; searches: number }

export function requestSearch(url: string, token: string, { path, body }: Search): Promise<string> {
  const address = `${url}/api/v2${path}`
  return body ? post(address, body, bearer(token)) : read(address, bearer(token))
}

type SearchCall = (index: number) => Promise<string>

/** Warms up both sides and throws if a search finds no members: an empty result would be misleadingly fast. */
async function warmUp(
  what: string,
  search: SearchCall,
  countHitsIn: (responseText: string, index: number) => number,
): Promise<void> {
  let hits = 0
  for (let index = 0; index < WARM_UP || (hits === 0 && index < WARM_UP_MAX); index++)
    hits += countHitsIn(await search(index), index)
  if (hits === 0) throw new Error(`${what}: the searches find no members.`)
}

async function measureTimes(count: number, search: SearchCall): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const start = performance.now()
    await search(index)
    times.push(performance.now() - start)
  }
  return times
}

/** Runs searches in sequence, each a different one and by a different member. */
export async function measureKind(
  { what, nextSearch }: Kind,
  setting: Setting,
): Promise<{ figures: Figure[]; p99: number }> {
  const { urls, callers, rounds, searches } = setting
  const tokenOf = (index: number) => callers[index % callers.length]?.token ?? ''
  const ours = (index: number) => requestSearch(urls.ours, tokenOf(index), nextSearch())
  const bare = () => post(urls.bare, nextSearch().bare)
  await warmUp(what, ours, (responseText, index) => countHits(responseText, tokenOf(index)))
  await warmUp(`${what} (bare)`, bare, (responseText) => JSON.parse(responseText).length)
  const results = await alternate(
    rounds,
    () => measureTimes(searches, ours),
    () => measureTimes(searches, bare),
  )
  const figure = (share: number): Figure => ({
    what: `${what}, p${share * 100}`,
    unit: 'ms',
    ours: percentile(results.ours.flat(), share),
    bare: percentile(results.bare.flat(), share),
  })
  const [p50, p99] = [figure(0.5), figure(0.99)]
  return { figures: [p50, p99], p99: p99.ours }
}
