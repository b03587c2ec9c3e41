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

/** The cached version of each chat, as far as this page knows it. */
export type CachedChats = Map<Id, CachedVersion>

/** Returns a time after every other `openedAt`, even if the clock was set back. */
const openedNow = (cache: CachedChats): number =>
  Math.max(Date.now(), ...[...cache.values()].map(({ openedAt }) => openedAt + 1))

/** Returns whether the chat is loaded up to its newest message, so that pushes keep it up to date. */
const isFollowed = (chatId: Id): boolean => findConversation(useChats.getState(), chatId)?.hasNewer === false

/** Fetches the changes, above all deletions, of a cached chat that pushes do not keep up to date here. */
async function refreshCachedChat(chatId: Id): Promise<CachedChat | null> {
  const cached = await findCachedChat(chatId)
  if (!cached) return null
  const answer = await getChanges(chatId, cached.version)
  if (!answer.tooOld) {
    return toCachedChat(chatId, withChanges(conversationOf(cached), cached.version, pageOf(answer)), cached.openedAt)
  }
  await removeCachedChat(chatId)
  return null
}

/**
 * Returns the loaded chats that differ from their cached copy or were opened since, if loaded up to their newest
 * message.
 */
export function collectChangedChats(cache: CachedChats, visibleBefore: ReadonlySet<Id>): CachedChat[] {
  const visible = new Set(visibleChats())
  const changed: CachedChat[] = []
  for (const [chatId, { data }] of useChats.getState().conversations) {
    const before = cache.get(chatId)
    const opened = visible.has(chatId) && !visibleBefore.has(chatId)
    if (!data || data.hasNewer || (data === before?.data && !opened)) continue
    const openedAt = opened || !before ? openedNow(cache) : before.openedAt
    cache.set(chatId, { version: data.version, openedAt, data })
    changed.push(toCachedChat(chatId, data, openedAt))
  }
  return changed
}

/** Refreshes cached chats that have changed while pushes did not keep them up to date here. */
export async function refreshOutdatedChats(cache: CachedChats): Promise<CachedChat[]> {
  const fresh: CachedChat[] = []
  for (const [chatId, { version, openedAt }] of cache) {
    const chat = findChat(useChats.getState(), chatId)
    if (!chat || chat.version <= version || isFollowed(chatId)) continue
    const cached = await refreshCachedChat(chatId).catch(() => undefined)
    // The request failed: the next save tries again.
    if (cached === undefined) continue
    if (cached) fresh.push(cached)
    if (cached) cache.set(chatId, { version: chat.version, openedAt })
    else cache.delete(chatId)
  }
  return fresh
}
