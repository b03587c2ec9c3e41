import type { Session } from '@app/contract/members'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loaded } from '../lib/loadable.ts'
import { showCached } from './cached.ts'
import { startCopy } from './copy.ts'
import { emptyChats } from './state.ts'
import { useChats } from './store.ts'

const wire = vi.hoisted(() => ({ keepCopy: vi.fn(), show: vi.fn(), stopKeeping: vi.fn(), emptyCopy: vi.fn() }))
vi.mock('./keep-copy.ts', () => ({ keepCopy: wire.keepCopy }))
vi.mock('./copy-db.ts', () => ({ emptyCopy: wire.emptyCopy }))

const session = { sessionId: 'x' } as Session
const isStarted = (times: number) => expect(wire.keepCopy).toHaveBeenCalledTimes(times)

async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds)
  await vi.dynamicImportSettled()
}

let stop = (): void => undefined

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  wire.keepCopy.mockReturnValue({ show: wire.show, stop: wire.stopKeeping })
  useChats.setState(emptyChats(), true)
  stop = startCopy(session)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a list that does not come soon is looked for on the device', async () => {
  await pass(1_000)
  isStarted(0)
  await pass(2_000)
  isStarted(1)
  await pass(20_000)
  isStarted(1)
})

test("where the list has come, what is kept is in nobody's way", async () => {
  useChats.setState(({ lists }) => ({ lists: { ...lists, chats: loaded({ hasMore: false, asOf: 1 }) } }))
  await pass(4_000)
  isStarted(0)
  await pass(10_000)
  isStarted(1)
})

test('a login that is over leaves nothing, whether it has come to that or not', async () => {
  await pass(3_000)
  stop()
  expect(wire.stopKeeping).toHaveBeenCalledOnce()
  expect(wire.emptyCopy).toHaveBeenCalledOnce()
  stop = startCopy(session)
  stop()
  await pass(20_000)
  isStarted(1)
})

test('the cached chats are shown at once where a service worker serves the page', async () => {
  stop()
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: { controller: {} } })
  stop = startCopy(session)
  await pass(0)
  isStarted(1)
})

test('opening a chat starts the cache early and does not wait for code that has to be fetched', async () => {
  await showCached('7')
  await pass(0)
  isStarted(1)
  expect(wire.show).toHaveBeenCalledExactlyOnceWith('7')
})
