import type { Session } from '@app/contract/members/members'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setOnline } from '../../lib/device/online.ts'
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
const expectStarts = (times: number) => expect(maintainCache).toHaveBeenCalledTimes(times)

async function advance(milliseconds: number): Promise<void> {
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
  setOnline(true)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the cache starts once if the list does not load in time', async () => {
  await advance(1_000)
  expectStarts(0)
  await advance(2_000)
  expectStarts(1)
  await advance(20_000)
  expectStarts(1)
})

test('the cache starts only after the delay for low-priority work if the list has loaded', async () => {
  useChats.setState(({ lists }) => ({ lists: { ...lists, chats: loaded({ hasMore: false, asOf: 1 }) } }))
  await advance(4_000)
  expectStarts(0)
  await advance(10_000)
  expectStarts(1)
})

test('the end of the session stops and clears the cache, and cancels a pending start', async () => {
  await advance(3_000)
  stop()
  expect(cache.stop).toHaveBeenCalledOnce()
  expect(clearCache).toHaveBeenCalledOnce()
  stop = startOfflineCache(session)
  stop()
  await advance(20_000)
  expectStarts(1)
})

test('the cache starts immediately if a service worker serves the page', async () => {
  stop()
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: { controller: {} } })
  stop = startOfflineCache(session)
  await advance(0)
  expectStarts(1)
})

test('opening a chat starts the cache early and does not wait for code that has to be fetched', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  setOnline(false)
  await showCached('7')
  expectStarts(0)
  expect(cache.show).not.toHaveBeenCalled()
  setOnline(true)
  await advance(0)
  expectStarts(1)
  expect(cache.show).toHaveBeenCalledExactlyOnceWith('7')
})

test('the cache starts after an outage in which its code could not be fetched', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  setOnline(false)
  await showCached('7')
  await advance(20_000)
  expectStarts(0)
  setOnline(true)
  await advance(0)
  expectStarts(1)
})
