import type { Id } from '@app/contract/base'
import type { ChatMessage } from '@app/contract/chats'
import { type Conversation, withChanges } from '../../conversation/conversation.ts'
import { getChanges } from '../api.ts'
import { pageOf } from '../loads.ts'
import { findChat, findConversation } from '../state.ts'
import { useChats } from '../store.ts'
import { visibleChats } from '../sync.ts'
import { type CachedChat, findCachedChat, removeCachedChat } from './cache-db.ts'
import { conversationOf, toCachedChat } from './cached-chats.ts'

type CachedVersion = { version: number; openedAt: number; data?: Conversation<ChatMessage> }

/** The cached version of each chat that this page knows. */
export type CachedVersions = Map<Id, CachedVersion>

/** Returns a time after every other `openedAt`, even if the clock was set back. */
const nextOpenedAt = (cache: CachedVersions): number =>
  Math.max(Date.now(), ...[...cache.values()].map(({ openedAt }) => openedAt + 1))

/** Returns whether the chat is loaded up to its newest message, so that pushes keep it up to date. */
const isLive = (chatId: Id): boolean => findConversation(useChats.getState(), chatId)?.hasNewer === false

/**
 * Fetches the changes to a cached chat, especially deletions. Returns null if the chat is not cached, or has changed too
 * much and is therefore removed from the cache.
 */
async function refreshCachedChat(chatId: Id): Promise<CachedChat | null> {
  const cached = await findCachedChat(chatId)
  if (!cached) return null
  const response = await getChanges(chatId, cached.version)
  if (!response.tooOld) {
    return toCachedChat(chatId, withChanges(conversationOf(cached), cached.version, pageOf(response)), cached.openedAt)
  }
  await removeCachedChat(chatId)
  return null
}

/**
 * Returns the chats to write to the cache, and records them in `cache`. Includes each chat that is loaded up to its
 * newest message and has changed, or was opened, since the last save; never one that a block has closed.
 */
export function collectChangedChats(cache: CachedVersions, visibleBefore: ReadonlySet<Id>): CachedChat[] {
  const visible = new Set(visibleChats())
  const changedChats: CachedChat[] = []
  for (const [chatId, { data }] of useChats.getState().conversations) {
    const previous = cache.get(chatId)
    const isOpened = visible.has(chatId) && !visibleBefore.has(chatId)
    if (!data || data.hasNewer || (data === previous?.data && !isOpened)) continue
    if (findChat(useChats.getState(), chatId)?.blocked) continue
    const openedAt = isOpened || !previous ? nextOpenedAt(cache) : previous.openedAt
    cache.set(chatId, { version: data.version, openedAt, data })
    changedChats.push(toCachedChat(chatId, data, openedAt))
  }
  return changedChats
}

/** Refreshes and returns the cached chats that have changed and that pushes do not keep up to date. */
export async function refreshOutdatedChats(cache: CachedVersions): Promise<CachedChat[]> {
  const refreshed: CachedChat[] = []
  for (const [chatId, { version, openedAt }] of cache) {
    const chat = findChat(useChats.getState(), chatId)
    if (!chat || chat.version <= version || isLive(chatId)) continue
    const cached = await refreshCachedChat(chatId).catch(() => undefined)
    // The request failed: the next save tries again.
    if (cached === undefined) continue
    if (cached) refreshed.push(cached)
    if (cached) cache.set(chatId, { version: chat.version, openedAt })
    else cache.delete(chatId)
  }
  return refreshed
}
