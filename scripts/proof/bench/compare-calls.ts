import { bearer } from './calls.ts'
import { alternate, type Figure, median } from './figures.ts'
import { type Extent, load, type Target } from './http-load.ts'
import type { BenchOptions } from './options.ts'
import type { Caller } from './world.ts'

const MIN_RATIO = 0.6

export type Call = { what: string; ours: Omit<Target, 'url'>; bare: Omit<Target, 'url'> }

/** The calls that are compared, as requests to the product and to the bare server. */
export const CALLS: Call[] = [
  {
    what: 'send a message',
    ours: {
      hasBody: true,
      createRequest: ({ token }, chat) => ({ method: 'POST', path: `/api/v2/chats/${chat}`, headers: bearer(token) }),
    },
    bare: { hasBody: true, createRequest: ({ id }, chat) => ({ method: 'POST', path: `/send/${id}/${chat}` }) },
  },
  {
    what: 'chat list',
    ours: {
      hasBody: false,
      createRequest: ({ token }) => ({ method: 'GET', path: '/api/v2/chats', headers: bearer(token) }),
    },
    bare: { hasBody: false, createRequest: ({ id }) => ({ method: 'GET', path: `/read/list/${id}` }) },
  },
  {
    what: 'message page',
    ours: {
      hasBody: false,
      createRequest: ({ token }, chat) => ({ method: 'GET', path: `/api/v2/chats/${chat}`, headers: bearer(token) }),
    },
    bare: { hasBody: false, createRequest: ({ id }, chat) => ({ method: 'GET', path: `/read/page/${id}/${chat}` }) },
  },
]

type Setting = { urls: { ours: string; bare: string }; callers: Caller[]; options: BenchOptions }

/** Measures calls a second and p99 of both servers. */
export async function compareCall({ what, ours, bare }: Call, { urls, callers, options }: Setting): Promise<Figure[]> {
  const loadOurs = (extent: Extent) => load({ ...ours, url: urls.ours }, callers, extent)
  const loadBare = (extent: Extent) => load({ ...bare, url: urls.bare }, callers, extent)
  const { rounds, seconds, warmUp } = options
  await loadBare({ amount: warmUp })
  await loadOurs({ amount: warmUp })
  const results = await alternate(
    rounds,
    () => loadOurs({ duration: seconds }),
    () => loadBare({ duration: seconds }),
  )
  const failures = [...results.ours, ...results.bare].reduce((sum, { failures }) => sum + failures, 0)
  if (failures > 0) throw new Error(`${what}: ${failures} calls failed.`)
  const of = (kind: 'perSecond' | 'p99') => ({
    ours: median(results.ours.map((result) => result[kind])),
    bare: median(results.bare.map((result) => result[kind])),
  })
  return [
    { what: `${what}, calls`, unit: '/s', ...of('perSecond'), atLeast: MIN_RATIO },
    { what: `${what}, p99`, unit: 'ms', ...of('p99') },
  ]
}
