import { median } from '../common/median.ts'
import { bearer } from './http.ts'
import { type Extent, load, type Target } from './http-load.ts'
import { alternate, type Measurement } from './measurements.ts'
import type { BenchOptions } from './options.ts'
import type { Caller } from './world.ts'

const RATIO_MIN = 0.6

/** A request to the product, and the equivalent one to the baseline server. */
export type ComparedRequest = { label: string; product: Omit<Target, 'url'>; baseline: Omit<Target, 'url'> }

export const SEND_MESSAGE: ComparedRequest = {
  label: 'send a message',
  product: {
    hasBody: true,
    createRequest: ({ token }, chatId) => ({
      method: 'POST',
      path: `/api/v2/chats/${chatId}`,
      headers: bearer(token),
    }),
  },
  baseline: { hasBody: true, createRequest: ({ id }, chatId) => ({ method: 'POST', path: `/send/${id}/${chatId}` }) },
}

/** The most frequent requests. */
export const FREQUENT_REQUESTS: ComparedRequest[] = [
  SEND_MESSAGE,
  {
    label: 'chat list',
    product: {
      hasBody: false,
      createRequest: ({ token }) => ({ method: 'GET', path: '/api/v2/chats', headers: bearer(token) }),
    },
    baseline: { hasBody: false, createRequest: ({ id }) => ({ method: 'GET', path: `/read/list/${id}` }) },
  },
  {
    label: 'message page',
    product: {
      hasBody: false,
      createRequest: ({ token }, chatId) => ({
        method: 'GET',
        path: `/api/v2/chats/${chatId}`,
        headers: bearer(token),
      }),
    },
    baseline: {
      hasBody: false,
      createRequest: ({ id }, chatId) => ({ method: 'GET', path: `/read/page/${id}/${chatId}` }),
    },
  },
]

type Comparison = { urls: { product: string; baseline: string }; callers: Caller[]; options: BenchOptions }

/** Measures requests per second and the p99 of both servers. */
export async function compareRequest(
  { label, product, baseline }: ComparedRequest,
  { urls, callers, options }: Comparison,
): Promise<Measurement[]> {
  const loadProduct = (extent: Extent) => load({ ...product, url: urls.product }, callers, extent)
  const loadBaseline = (extent: Extent) => load({ ...baseline, url: urls.baseline }, callers, extent)
  const { rounds, seconds, warmUp } = options
  await loadBaseline({ amount: warmUp })
  await loadProduct({ amount: warmUp })
  const results = await alternate(
    rounds,
    () => loadProduct({ duration: seconds }),
    () => loadBaseline({ duration: seconds }),
  )
  const failures = [...results.product, ...results.baseline].reduce((sum, { failures }) => sum + failures, 0)
  if (failures > 0) throw new Error(`${label}: ${failures} requests failed.`)
  const compare = (metric: 'perSecond' | 'p99') => ({
    product: median(results.product.map((result) => result[metric])),
    baseline: median(results.baseline.map((result) => result[metric])),
  })
  return [
    { label: `${label}, requests`, unit: '/s', ...compare('perSecond'), atLeast: RATIO_MIN },
    { label: `${label}, p99`, unit: 'ms', ...compare('p99') },
  ]
}
