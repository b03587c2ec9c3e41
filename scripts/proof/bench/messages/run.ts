import type { FoundMessages, MessageCursor } from '@app/contract/message-search'
import { step } from '../../../stack/progress.mjs'
import type { BenchContext } from '../context.ts'
import { bearer, post } from '../http.ts'
import { type Measurement, percentile } from '../measurements.ts'
import { type MeasuredServer, startGateway } from '../processes.ts'
import { measureTimes } from '../search/measure.ts'
import type { Caller } from '../world.ts'
import { COMMON, fillMessages, RARE } from './fill.ts'

const P95_MAX_MS = 250
const WARM_UP = 10

type Search = { label: string; words: string; cursor?: MessageCursor }

async function search(
  url: string,
  { token }: Pick<Caller, 'token'>,
  words: string,
  cursor?: MessageCursor,
): Promise<FoundMessages> {
  const body = { words, ...(cursor && { cursor }) }
  return JSON.parse(await post(`${url}/api/v2/messages/search`, body, bearer(token)))
}

/** Returns one search of each kind: with few, many and no hits, and one that continues with a larger portion. */
async function listSearches(url: string, caller: Pick<Caller, 'token'>): Promise<Search[]> {
  const { hits, cursor } = await search(url, caller, RARE)
  if (hits.length === 0) throw new Error('The message search found no message with the rare word.')
  if (!cursor) throw new Error('The message search returned no cursor for a second portion.')
  return [
    { label: 'a rare word', words: RARE },
    { label: 'a common word', words: COMMON },
    { label: 'five words without a hit', words: 'sill glögg tåget finns inte' },
    { label: 'a rare word, second portion', words: RARE, cursor },
  ]
}

type MeasureOptions = { caller: Pick<Caller, 'token'>; scope: string; searches: number }

/** Measures the searches on a server, and stops the server even if one fails. */
export async function measureSearches(
  server: Pick<MeasuredServer, 'url' | 'stop'>,
  { caller, scope, searches }: MeasureOptions,
): Promise<Measurement[]> {
  try {
    const measurements: Measurement[] = []
    for (const { label, words, cursor } of await listSearches(server.url, caller)) {
      const run = () => search(server.url, caller, words, cursor)
      await measureTimes(WARM_UP, run)
      const times = await step(label, () => measureTimes(searches, run))
      for (const quantile of [0.5, 0.95])
        measurements.push({
          label: `${label}, ${scope}, p${quantile * 100}`,
          unit: 'ms',
          product: percentile(times, quantile),
          ...(quantile === 0.95 && { atMost: P95_MAX_MS }),
        })
    }
    return measurements
  } finally {
    await server.stop()
  }
}

/** Measures message searches by a member with many messages, in a table that is mostly other members' messages. */
export async function measureMessageSearch({ stack, pool, world, options }: BenchContext): Promise<Measurement[]> {
  const [caller] = world.callers
  if (!caller) throw new Error('There are no callers.')
  const { messages, ownMessages, searches } = options
  const scope = `${ownMessages.toLocaleString('en')} own messages among ${messages.toLocaleString('en')}`
  await step(scope, () => fillMessages(pool, caller.id, options))
  return measureSearches(await startGateway(stack), { caller, scope, searches })
}
