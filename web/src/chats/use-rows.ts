import type { ChatMessage, ChatSummary } from '@app/contract/chats'
import { type RefObject, useMemo } from 'react'
import type { Conversation } from '../conversation/conversation.ts'
import { type Outgoing, useOutgoing } from '../conversation/outbox.ts'
import type { UnreadFrom } from '../conversation/rows.ts'
import { useKeptRows } from '../conversation/use-kept-rows.ts'
import { useUnreadLine } from '../conversation/use-unread-line.ts'
import { type Row, rowsOf } from './rows.ts'
import { keyOf } from './sending.ts'

const NONE: readonly Outgoing[] = []

type Rows = {
  rows: readonly Row[]
  unread: UnreadFrom | null
  /** The last message that I have written and that is not confirmed yet. */
  lastWritten: string | undefined
}

/** What a conversation and the messages on their way to it show. */
export function useRows(
  chat: ChatSummary,
  conversation: Conversation<ChatMessage>,
  atEnd: RefObject<() => boolean>,
): Rows {
  const { messages, hasOlder, hasNewer } = conversation
  const outgoing = useOutgoing(keyOf(chat.chatId))
  const unread = useUnreadLine(chat, conversation, atEnd)
  // Below a stretch that has more to come they would not stand in their place.
  const shown = hasNewer ? NONE : outgoing
  const fresh = useMemo(
    () => rowsOf({ messages, hasOlder, outgoing: shown, unread, chat }),
    [messages, hasOlder, shown, unread, chat],
  )
  const rows = useKeptRows(fresh)
  return { rows, unread, lastWritten: outgoing.findLast(({ state }) => state !== 'sent')?.clientId }
}
