import { bearer, post } from '../calls.ts'
import { byTurns, type Figure, percentile } from '../figures.ts'
import type { Caller } from '../world.ts'
import type { Kind, Search } from './wishes.ts'

const WARM_UP = 20

type Setting = { urls: { ours: string; bare: string }; callers: Caller[]; rounds: number; searches: number }

export async function askProduct(url: string, token: string, { path, body }: Search): Promise<void> {
  const address = `${url}/api/v2${path}`
  if (body) return post(address, body, bearer(token))
  const response = await fetch(address, { headers: bearer(token) })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  await response.arrayBuffer()
}

async function timesOf(count: number, search: (index: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const start = performance.now()
    await search(index)
    times.push(performance.now() - start)
  }
  return times
}

/** One search after the other, each another one, asked by another member. */
export async function measureKind({ what, draw }: Kind, setting: Setting): Promise<{ figures: Figure[]; p99: number }> {
  const { urls, callers, rounds, searches } = setting
  const ours = (index: number) => askProduct(urls.ours, callers[index % callers.length]?.token ?? '', draw())
  const bare = () => post(urls.bare, draw().bare)
  await timesOf(WARM_UP, ours)
  await timesOf(WARM_UP, bare)
  const results = await byTurns(
    rounds,
    () => timesOf(searches, ours),
    () => timesOf(searches, bare),
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
