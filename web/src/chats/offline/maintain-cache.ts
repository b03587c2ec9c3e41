import type { Id } from '@app/contract/base'
import type { Session } from '@app/contract/members/members'
import { claimsOf } from '../../lib/device/claims.ts'
import { useChats } from '../store.ts'
import { visibleChats } from '../sync.ts'
import { type CachedChats, collectChangedChats, refreshOutdatedChats } from './cache-changes.ts'
import { type CachedChat, clearCache, findCache, readCache, writeCache } from './cache-db.ts'
import { toCachedList } from './cached-chats.ts'
import { showCache, showCachedChat } from './show-cache.ts'

/** Batches changes, which come in bursts. */
const SAVE_DELAY_MS = 1_000

/** Returns the owner of a cache: one session of one member. */
function ownerOf(session: Session): string | null {
  const claims = claimsOf(session)
  return claims && `${claims.memberId} ${claims.sessionId}`
}

/** The offline cache of one login. */
export type OfflineCache = {
  /** Shows the cached copy of a chat whose messages are not loaded. */
  show: (chatId: Id) => Promise<void>
  stop: () => void
}

const emptyCache: OfflineCache = { show: () => Promise.resolve(), stop: () => undefined }

/** Shows the cached chats until the server's are loaded, and keeps the cache up to date. */
export function maintainCache(session: Session): OfflineCache {
  const owner = ownerOf(session)
  if (owner === null) return emptyCache
  const cachedChats: CachedChats = new Map()
  const stops: (() => void)[] = []
  let visibleBefore: ReadonlySet<Id> = new Set()
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const open = async (): Promise<void> => {
    const cache = await readCache(owner)
    if (!cache || stopped) return
    for (const { chatId, version, openedAt } of cache.conversations) cachedChats.set(chatId, { version, openedAt })
    if (!useChats.getState().lists.chats.data) stops.push(showCache(cache))
  }

  /** Clears the cache if it cannot be updated, since an outdated copy may hold deleted messages. */
  const write = async (changed: CachedChat[]): Promise<void> => {
    if (stopped || (await writeCache(toCachedList(owner, useChats.getState()), changed))) return
    cachedChats.clear()
    await clearCache()
  }

  const save = async (): Promise<void> => {
    if (stopped || useChats.getState().lists.chats.state !== 'loaded') return
    await write(collectChangedChats(cachedChats, visibleBefore))
    visibleBefore = new Set(visibleChats())
    const fresh = await refreshOutdatedChats(cachedChats)
    if (fresh.length > 0) await write(fresh)
  }

  const opened = open()
  let saving = opened.then(save)

  const show = async (chatId: Id): Promise<void> => {
    await opened
    const cache = stopped ? null : await findCache(owner, chatId)
    if (cache && !stopped) showCachedChat(chatId, cache)
  }

  const saveNow = (): void => {
    clearTimeout(timer)
    timer = undefined
    saving = saving.then(save)
  }

  const onHide = () => document.visibilityState === 'hidden' && saveNow()
  document.addEventListener('visibilitychange', onHide)
  stops.push(
    useChats.subscribe(() => {
      timer ??= setTimeout(saveNow, SAVE_DELAY_MS)
    }),
    () => document.removeEventListener('visibilitychange', onHide),
  )
  return {
    show,
    stop() {
      stopped = true
      clearTimeout(timer)
      for (const stop of stops) stop()
    },
  }
}
