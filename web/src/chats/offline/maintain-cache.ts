import type { Id } from '@app/contract/base'
import type { Session } from '@app/contract/members/members'
import { claimsOf } from '../../lib/device/claims.ts'
import { useChats } from '../store.ts'
import { visibleChats } from '../sync.ts'
import { type CachedVersions, collectChangedChats, refreshOutdatedChats } from './cache-changes.ts'
import { type CachedChat, clearCache, findCacheOfChat, readCache, writeCache } from './cache-db.ts'
import { toCachedList } from './cached-chats.ts'
import { showCache, showCachedChat } from './show-cache.ts'

/** Batches changes, which come in bursts. */
const SAVE_DELAY_MS = 1_000

/** Returns the owner of a cache: one session of one member. */
function ownerOf(session: Session): string | null {
  const claims = claimsOf(session)
  return claims && `${claims.memberId} ${claims.sessionId}`
}

/** The offline cache of one session. */
export type OfflineCache = {
  /** Shows the cached copy of a chat whose messages are not loaded. */
  show: (chatId: Id) => Promise<void>
  stop: () => void
}

const noCache: OfflineCache = { show: () => Promise.resolve(), stop: () => undefined }

/** Shows the cached chats until the chats are loaded from the server, and updates the cache. */
export function maintainCache(session: Session): OfflineCache {
  const owner = ownerOf(session)
  if (owner === null) return noCache
  const cachedVersions: CachedVersions = new Map()
  const cleanups: (() => void)[] = []
  let previouslyVisible: ReadonlySet<Id> = new Set()
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const open = async (): Promise<void> => {
    const cache = await readCache(owner)
    if (!cache || isStopped) return
    for (const { chatId, version, openedAt } of cache.conversations) cachedVersions.set(chatId, { version, openedAt })
    if (!useChats.getState().lists.chats.data) cleanups.push(showCache(cache))
  }

  /**
   * Writes the list and these chats. If that fails, clears the cache, since an outdated copy may hold deleted messages.
   */
  const write = async (changedChats: CachedChat[]): Promise<void> => {
    if (isStopped || (await writeCache(toCachedList(owner, useChats.getState()), changedChats))) return
    cachedVersions.clear()
    await clearCache()
  }

  const save = async (): Promise<void> => {
    if (isStopped || useChats.getState().lists.chats.state !== 'loaded') return
    const changedChats = collectChangedChats(cachedVersions, previouslyVisible)
    // A chat that is opened during the write counts as opened at the next save.
    previouslyVisible = new Set(visibleChats())
    await write(changedChats)
    const refreshed = await refreshOutdatedChats(cachedVersions)
    if (refreshed.length > 0) await write(refreshed)
  }

  const opening = open()
  let saving = opening.then(save)

  const show = async (chatId: Id): Promise<void> => {
    await opening
    const cache = isStopped ? null : await findCacheOfChat(owner, chatId)
    if (cache && !isStopped) showCachedChat(chatId, cache)
  }

  const saveNow = (): void => {
    clearTimeout(timer)
    timer = undefined
    saving = saving.then(save)
  }

  const onHide = () => document.visibilityState === 'hidden' && saveNow()
  document.addEventListener('visibilitychange', onHide)
  cleanups.push(
    useChats.subscribe(() => {
      timer ??= setTimeout(saveNow, SAVE_DELAY_MS)
    }),
    () => document.removeEventListener('visibilitychange', onHide),
  )
  return {
    show,
    stop() {
      isStopped = true
      clearTimeout(timer)
      for (const cleanUp of cleanups) cleanUp()
    },
  }
}
