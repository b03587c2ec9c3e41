import { expect, test, vi } from 'vitest'
import { loadInSession } from './load-in-session.ts'
import { type Loadable, mapData, notStarted } from './loadable.ts'

type PendingRequest = { resolve: (list: readonly string[]) => void; reject: (error: unknown) => void }

/** Creates a store and a request whose responses the test sends, in the order of the requests. */
function setUp() {
  const store = { list: notStarted as Loadable<readonly string[]> }
  const pending: PendingRequest[] = []
  const request = vi.fn(
    () => new Promise<readonly string[]>((resolve, reject) => void pending.push({ resolve, reject })),
  )
  const load = () =>
    loadInSession(request, (change) => {
      store.list = change(store.list)
    })
  return { store, pending, request, load }
}

/** Loads the list once. */
async function setUpLoaded(list: readonly string[]) {
  const set = setUp()
  const first = set.load()
  set.pending[0]?.resolve(list)
  await first
  return set
}

test('requests the data again if it was changed locally after the request', async () => {
  const { store, pending, request, load } = await setUpLoaded(['a', 'b'])
  const reload = load()
  store.list = mapData(store.list, (list) => list.filter((item) => item !== 'a'))
  pending[1]?.resolve(['a', 'b'])
  await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(3))
  expect(store.list).toEqual({ state: 'loading', data: ['b'] })
  pending[2]?.resolve(['b', 'c'])
  await reload
  expect(store.list).toEqual({ state: 'loaded', data: ['b', 'c'] })
})

test('accepts the responses to two concurrent requests', async () => {
  const { store, pending, request, load } = await setUpLoaded(['a'])
  const reloads = [load(), load()]
  pending[1]?.resolve(['b'])
  pending[2]?.resolve(['c'])
  await Promise.all(reloads)
  expect(store.list).toEqual({ state: 'loaded', data: ['c'] })
  expect(request).toHaveBeenCalledTimes(3)
})

test.each([
  ['a success', ({ resolve }: PendingRequest) => resolve(['old'])],
  ['a failure', ({ reject }: PendingRequest) => reject(new Error('offline'))],
])('keeps the response to the later of two requests if %s of the earlier one follows it', async (_, respond) => {
  const { store, pending, load } = await setUpLoaded(['a'])
  const reloads = [load(), load()]
  pending[2]!.resolve(['new'])
  await reloads[1]
  respond(pending[1]!)
  await reloads[0]
  expect(store.list).toEqual({ state: 'loaded', data: ['new'] })
})

test('keeps a local change if the request fails', async () => {
  const { store, pending, request, load } = await setUpLoaded(['a', 'b'])
  const reload = load()
  store.list = mapData(store.list, (list) => list.slice(1))
  pending[1]?.reject(new Error('offline'))
  await reload
  expect(store.list).toMatchObject({ state: 'failed', data: ['b'] })
  expect(request).toHaveBeenCalledTimes(2)
})
