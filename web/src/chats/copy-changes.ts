import type { Id } from '@app/contract/base'
import type { ChatMessage } from '@app/contract/chats'
import { type Conversation, withChanges } from '../conversation/conversation.ts'
import { getChanges } from './api.ts'
import { conversationOf, copyChat } from './copied.ts'
import { type CopiedChat, findCopied, removeCopied } from './copy-db.ts'
import { pageOf } from './loads.ts'
import { findChat, findConversation } from './state.ts'
import { useChats } from './store.ts'
import { chatsOnShow } from './sync.ts'

type Kept = { version: number; openedAt: number; data?: Conversation<ChatMessage> }

/** What the copy holds of each chat, as far as this page knows. */
export type KeptChats = Map<Id, Kept>

/** Later than every other, whatever the clock says. */
const openedNow = (kept: KeptChats): number =>
  Math.max(Date.now(), ...[...kept.values()].map(({ openedAt }) => openedAt + 1))

/** Loaded here up to its newest message, so that what is said in it is heard of. */
const isFollowed = (chatId: Id): boolean => findConversation(useChats.getState(), chatId)?.hasNewer === false

/** What has been said since about a chat that is not followed here, deletions above all. */
async function bringUpToDate(chatId: Id): Promise<CopiedChat | null> {
  const copied = await findCopied(chatId)
  if (!copied) return null
  const answer = await getChanges(chatId, copied.version)
  if (!answer.tooOld) {
    return copyChat(chatId, withChanges(conversationOf(copied), copied.version, pageOf(answer)), copied.openedAt)
  }
  await removeCopied(chatId)
  return null
}

/** Chats that look otherwise than what is kept of them, or have been opened since. Loaded up to their newest message. */
export function changedChats(kept: KeptChats, shownBefore: ReadonlySet<Id>): CopiedChat[] {
  const onShow = new Set(chatsOnShow())
  const changed: CopiedChat[] = []
  for (const [chatId, { data }] of useChats.getState().conversations) {
    const before = kept.get(chatId)
    const opened = onShow.has(chatId) && !shownBefore.has(chatId)
    if (!data || data.hasNewer || (data === before?.data && !opened)) continue
    const openedAt = opened || !before ? openedNow(kept) : before.openedAt
    kept.set(chatId, { version: data.version, openedAt, data })
    changed.push(copyChat(chatId, data, openedAt))
  }
  return changed
}

/** Chats that have moved on while they were not followed here. */
export async function outdatedChats(kept: KeptChats): Promise<CopiedChat[]> {
  const fresh: CopiedChat[] = []
  for (const [chatId, { version, openedAt }] of kept) {
    const chat = findChat(useChats.getState(), chatId)
    if (!chat || chat.version <= version || isFollowed(chatId)) continue
    const copied = await bringUpToDate(chatId).catch(() => undefined)
    // Not to be had just now: asked for again when something happens next.
    if (copied === undefined) continue
    if (copied) fresh.push(copied)
    if (copied) kept.set(chatId, { version: chat.version, openedAt })
    else kept.delete(chatId)
  }
  return fresh
}
