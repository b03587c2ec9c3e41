import type pg from 'pg'
import { median } from '../common/median.ts'
import { connectAll, type DeliveryTarget, timeDelivery } from './delivery.ts'
import { bearer, post } from './http.ts'
import { alternate, type Measurement, percentile } from './measurements.ts'
import type { BenchOptions } from './options.ts'
import { type Caller, findPairs } from './world.ts'

const RATIO_MAX = 1.5
const MESSAGE_TEXT = 'Hej på dig!'

export type Urls = { gateway: string; hub: string; baselineServer: string; baselineHub: string }

const createTargets = ({
  gateway,
  hub,
  baselineServer,
  baselineHub,
}: Urls): Record<'product' | 'baseline', DeliveryTarget> => ({
  product: {
    hubUrl: hub,
    getToken: ({ token }) => token,
    send: ({ token }, chatId, clientId) =>
      post(`${gateway}/api/v2/chats/${chatId}`, { message: MESSAGE_TEXT, clientId }, bearer(token)),
  },
  baseline: {
    hubUrl: baselineHub,
    getToken: ({ id }) => id,
    send: ({ id }, chatId, clientId) =>
      post(`${baselineServer}/send/${id}/${chatId}`, { text: MESSAGE_TEXT, clientId }),
  },
})

/** Measures the time from a send request to the recipient's socket, at a steady rate with these members connected. */
export async function compareDelivery(
  urls: Urls,
  pool: pg.Pool,
  callers: Caller[],
  { perSecond, rounds, seconds }: BenchOptions,
): Promise<Measurement[]> {
  const targets = createTargets(urls)
  const pairs = await findPairs(pool, callers)
  const measure = async (name: 'product' | 'baseline') => {
    const { sockets, close } = await connectAll(targets[name], callers)
    await timeDelivery(targets[name], sockets, pairs, { perSecond, seconds: 1 })
    const { times, lost } = await timeDelivery(targets[name], sockets, pairs, { perSecond, seconds })
    close()
    if (lost > 0) throw new Error(`${lost} messages did not arrive (${name}).`)
    return times
  }
  const results = await alternate(
    rounds,
    () => measure('product'),
    () => measure('baseline'),
  )
  return [0.5, 0.99].map((quantile) => ({
    label: `send to receive, ${perSecond}/s, ${callers.length} sockets, p${quantile * 100}`,
    unit: 'ms',
    product: median(results.product.map((times) => percentile(times, quantile))),
    baseline: median(results.baseline.map((times) => percentile(times, quantile))),
    atMost: RATIO_MAX,
  }))
}
