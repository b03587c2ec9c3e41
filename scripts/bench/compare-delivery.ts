import type pg from 'pg'
import { bearer, post } from './calls.ts'
import { connectAll, timeDelivery, type Wire } from './delivery.ts'
import { byTurns, type Figure, median, percentile } from './figures.ts'
import type { BenchOptions } from './options.ts'
import { type Caller, pairUp } from './world.ts'

const MOST = 1.5
const WORDS = 'Hej på dig!'

export type Urls = { gateway: string; hub: string; bareServer: string; bareHub: string }

const wiresOf = ({ gateway, hub, bareServer, bareHub }: Urls): Record<'ours' | 'bare', Wire> => ({
  ours: {
    hubUrl: hub,
    tokenOf: ({ token }) => token,
    send: ({ token }, chatId, clientId) =>
      post(`${gateway}/api/v2/chats/${chatId}`, { message: WORDS, clientId }, bearer(token)),
  },
  bare: {
    hubUrl: bareHub,
    tokenOf: ({ id }) => id,
    send: ({ id }, chatId, clientId) => post(`${bareServer}/send/${id}/${chatId}`, { text: WORDS, clientId }),
  },
})

/** From the call that sends to the receiver's socket, at a steady rate with so many members connected. */
export async function compareDelivery(
  urls: Urls,
  pool: pg.Pool,
  callers: Caller[],
  { perSecond, rounds, seconds }: BenchOptions,
): Promise<Figure[]> {
  const wires = wiresOf(urls)
  const pairs = await pairUp(pool, callers)
  const measure = async (name: 'ours' | 'bare') => {
    const { sockets, close } = await connectAll(wires[name], callers)
    await timeDelivery(wires[name], sockets, pairs, { perSecond, seconds: 1 })
    const { times, lost } = await timeDelivery(wires[name], sockets, pairs, { perSecond, seconds })
    close()
    if (lost > 0) throw new Error(`${lost} messages have not arrived (${name}).`)
    return times
  }
  const results = await byTurns(
    rounds,
    () => measure('ours'),
    () => measure('bare'),
  )
  return [0.5, 0.99].map((share) => ({
    what: `send to receive, ${perSecond}/s, ${callers.length} sockets, p${share * 100}`,
    unit: 'ms',
    ours: median(results.ours.map((times) => percentile(times, share))),
    bare: median(results.bare.map((times) => percentile(times, share))),
    atMost: MOST,
  }))
}
