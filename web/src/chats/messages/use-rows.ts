import type { ChatMessage, ChatSummary } from '@app/contract/chats'
import { type RefObject, useMemo } from 'react'
import type { Conversation } from '../../conversation/conversation.ts'
import type { UnreadStart } from '../../conversation/list/rows.ts'
import { useStableRows } from '../../conversation/list/use-stable-rows.ts'
import { useUnreadLine } from '../../conversation/list/use-unread-line.ts'
import { useOutgoingBelow } from '../../conversation/outbox/outbox.ts'
import { countUnreadMessages } from '../acceptance.ts'
import { useBeganWithInvite } from '../pane/opening-invite.ts'
import { chatKey } from '../sending.ts'
import { type Row, rowsOf } from './rows.ts'

type Rows = {
  rows: readonly Row[]
  unread: UnreadStart | null
  /** The client id of the member's last unconfirmed message. */
  lastUnconfirmedId: string | undefined
}

/** Returns the rows of a conversation and of its outgoing messages. */
export function useRows(
  chat: ChatSummary,
  conversation: Conversation<ChatMessage>,
  isAtEnd: RefObject<() => boolean>,
): Rows {
  const { messages, hasOlder, hasNewer } = conversation
  const outgoing = useOutgoingBelow(chatKey(chat.chatId), hasNewer)
  const unread = useUnreadLine(
    { newMessages: countUnreadMessages(chat), myLastRead: chat.myLastRead },
    conversation,
    isAtEnd,
  )
  const beganWithInvite = useBeganWithInvite(chat)
  const fresh = useMemo(
    () => rowsOf({ messages, hasOlder, outgoing, unread, chat, beganWithInvite }),
    [messages, hasOlder, outgoing, unread, chat, beganWithInvite],
  )
  const rows = useStableRows(fresh)
  return { rows, unread, lastUnconfirmedId: outgoing.findLast(({ state }) => state !== 'sent')?.clientId }
}
