import type { Id } from '@app/contract/base'
import type { ChatMessage } from '@app/contract/chats'
import { type Conversation, withChanges } from '../conversation/conversation.ts'
import { getChanges } from './api.ts'
import { type CachedChat, findCachedChat, removeCachedChat } from './cache-db.ts'
import { conversationOf, toCachedChat } from './cached-chats.ts'
import { pageOf } from './loads.ts'
import { findChat, findConversation } from './state.ts'
import { useChats } from './store.ts'
import { visibleChats } from './sync.ts'

type CachedVersion = { version: number; openedAt: number; data?: Conversation<ChatMessage> }

/** What the copy holds of each chat, as far as this page knows. */
export type CachedChats = Map<Id, CachedVersion>

/** Later than every other, whatever the clock says. */
const openedNow = (cache: CachedChats): number =>
  Math.max(Date.now(), ...[...cache.values()].map(({ openedAt }) => openedAt + 1))

/** Loaded here up to its newest message, so that what is said in it is heard of. */
const isFollowed = (chatId: Id): boolean => findConversation(useChats.getState(), chatId)?.hasNewer === false

/** What has been said since about a chat that is not followed here, deletions above all. */
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

/** Chats that look otherwise than what is kept of them, or have been opened since. Loaded up to their newest message. */
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

/** Chats that have moved on while they were not followed here. */
export async function refreshOutdatedChats(cache: CachedChats): Promise<CachedChat[]> {
  const fresh: CachedChat[] = []
  for (const [chatId, { version, openedAt }] of cache) {
    const chat = findChat(useChats.getState(), chatId)
    if (!chat || chat.version <= version || isFollowed(chatId)) continue
    const cached = await refreshCachedChat(chatId).catch(() => undefined)
    // Not to be had just now: asked for again when something happens next.
    if (cached === undefined) continue
    if (cached) fresh.push(cached)
    if (cached) cache.set(chatId, { version: chat.version, openedAt })
    else cache.delete(chatId)
  }
  return fresh
}
