import type pg from 'pg'
import { bearer, post } from './calls.ts'
import { connectAll, type DeliveryTarget, timeDelivery } from './delivery.ts'
import { alternate, type Figure, median, percentile } from './figures.ts'
import type { BenchOptions } from './options.ts'
import { type Caller, findPairs } from './world.ts'

const MAX_RATIO = 1.5
const MESSAGE_TEXT = 'Hej på dig!'

export type Urls = { gateway: string; hub: string; bareServer: string; bareHub: string }

const targetsOf = ({ gateway, hub, bareServer, bareHub }: Urls): Record<'ours' | 'bare', DeliveryTarget> => ({
  ours: {
    hubUrl: hub,
    tokenOf: ({ token }) => token,
    send: ({ token }, chatId, clientId) =>
      post(`${gateway}/api/v2/chats/${chatId}`, { message: MESSAGE_TEXT, clientId }, bearer(token)),
  },
  bare: {
    hubUrl: bareHub,
    tokenOf: ({ id }) => id,
    send: ({ id }, chatId, clientId) => post(`${bareServer}/send/${id}/${chatId}`, { text: MESSAGE_TEXT, clientId }),
  },
})

/**
 * Measures from the send request to the receiver's socket, at a steady rate with the given number of members connected.
 */
export async function compareDelivery(
  urls: Urls,
  pool: pg.Pool,
  callers: Caller[],
  { perSecond, rounds, seconds }: BenchOptions,
): Promise<Figure[]> {
  const targets = targetsOf(urls)
  const pairs = await findPairs(pool, callers)
  const measure = async (name: 'ours' | 'bare') => {
    const { sockets, close } = await connectAll(targets[name], callers)
    await timeDelivery(targets[name], sockets, pairs, { perSecond, seconds: 1 })
    const { times, lost } = await timeDelivery(targets[name], sockets, pairs, { perSecond, seconds })
    close()
    if (lost > 0) throw new Error(`${lost} messages did not arrive (${name}).`)
    return times
  }
  const results = await alternate(
    rounds,
    () => measure('ours'),
    () => measure('bare'),
  )
  return [0.5, 0.99].map((quantile) => ({
    what: `send to receive, ${perSecond}/s, ${callers.length} sockets, p${quantile * 100}`,
    unit: 'ms',
    ours: median(results.ours.map((times) => percentile(times, quantile))),
    bare: median(results.bare.map((times) => percentile(times, quantile))),
    atMost: MAX_RATIO,
  }))
}
