import type { Session } from '@app/contract/members/members'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loaded } from '../../lib/http/loadable.ts'
import { createEmptyChats } from '../state.ts'
import { useChats } from '../store.ts'
import * as cacheDb from './cache-db.ts'
import { showCached } from './cached.ts'
import * as maintainCacheModule from './maintain-cache.ts'
import { startOfflineCache } from './offline-cache.ts'

const cache = { show: vi.fn(), stop: vi.fn() }
const maintainCache = vi.spyOn(maintainCacheModule, 'maintainCache')
const clearCache = vi.spyOn(cacheDb, 'clearCache')

const session = { sessionId: 'x' } as Session
const isStarted = (times: number) => expect(maintainCache).toHaveBeenCalledTimes(times)

async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds)
  await vi.dynamicImportSettled()
}

let stop = (): void => undefined

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  maintainCache.mockReturnValue(cache)
  clearCache.mockResolvedValue()
  useChats.setState(createEmptyChats(), true)
  stop = startOfflineCache(session)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the cache starts when the list does not load soon', async () => {
  await pass(1_000)
  isStarted(0)
  await pass(2_000)
  isStarted(1)
  await pass(20_000)
  isStarted(1)
})

test('the cache starts later when the list has loaded', async () => {
  useChats.setState(({ lists }) => ({ lists: { ...lists, chats: loaded({ hasMore: false, asOf: 1 }) } }))
  await pass(4_000)
  isStarted(0)
  await pass(10_000)
  isStarted(1)
})

test('the end of the session clears the cache, whether it has started or not', async () => {
  await pass(3_000)
  stop()
  expect(cache.stop).toHaveBeenCalledOnce()
  expect(clearCache).toHaveBeenCalledOnce()
  stop = startOfflineCache(session)
  stop()
  await pass(20_000)
  isStarted(1)
})

test('the cached chats are shown at once if a service worker serves the page', async () => {
  stop()
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: { controller: {} } })
  stop = startOfflineCache(session)
  await pass(0)
  isStarted(1)
})

test('opening a chat starts the cache early and does not wait for code that has to be fetched', async () => {
  await showCached('7')
  await pass(0)
  isStarted(1)
  expect(cache.show).toHaveBeenCalledExactlyOnceWith('7')
})
