import { bearer, post, read } from '../calls.ts'
import { byTurns, type Figure, percentile } from '../figures.ts'
import type { Caller } from '../world.ts'
import { countHits } from './hits.ts'
import type { Kind, Search } from './wishes.ts'

const WARM_UP = 20

type Setting = { urls: { ours: string; bare: string }; callers: Caller[]; rounds: number; searches: number }

export function askProduct(url: string, token: string, { path, body }: Search): Promise<string> {
  const address = `${url}/api/v2${path}`
  return body ? post(address, body, bearer(token)) : read(address, bearer(token))
}

type Asked = (index: number) => Promise<string>

/** Neither side's searches come back empty-handed: nothing is as quick as finding nobody. */
async function warmUp(what: string, search: Asked, hitsIn: (answer: string, index: number) => number): Promise<void> {
  let hits = 0
  for (let index = 0; index < WARM_UP; index++) hits += hitsIn(await search(index), index)
  if (hits === 0) throw new Error(`${what}: nobody is found.`)
}

async function timesOf(count: number, search: Asked): Promise<number[]> {
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
  const tokenOf = (index: number) => callers[index % callers.length]?.token ?? ''
  const ours = (index: number) => askProduct(urls.ours, tokenOf(index), draw())
  const bare = () => post(urls.bare, draw().bare)
  await warmUp(what, ours, (answer, index) => countHits(answer, tokenOf(index)))
  await warmUp(`${what} (bare)`, bare, (answer) => JSON.parse(answer).length)
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
