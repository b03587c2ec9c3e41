import type { Instant } from '@app/contract/base'
import type { ChatMessage, ChatSummary } from '@app/contract/chats'
import { isAfter } from '../../conversation/ids.ts'
import { keyOfMessage, type UnreadStart } from '../../conversation/list/rows.ts'
import { dayKeyOf } from '../../conversation/messages/message-times.ts'
import type { OutgoingMessage } from '../../conversation/outbox/outbox.ts'
import { withCurrentQuotes } from '../../conversation/quotes.ts'
import { hasContactDetails } from '../../lib/text/contact-details.ts'

export type Row =
  | { kind: 'day'; key: string; day: Instant }
  | { kind: 'unread'; key: 'unread'; count: number }
  | {
      kind: 'message'
      key: string
      message: ChatMessage
      endsGroup: boolean
      read: boolean
      readAt: Instant | null
      /** Whether messages follow the opening invite; null for all other messages. */
      openingInvite: 'alone' | 'followed' | null
      /** Whether it is one of the partner's first messages and contains a link or a telephone number. */
      warns: boolean
    }
  | { kind: 'outgoing'; key: string; item: OutgoingMessage; endsGroup: boolean }

export type MessageRow = Extract<Row, { kind: 'message' }>
export type OutgoingRow = Extract<Row, { kind: 'outgoing' }>

/** Messages of the same member within this time form a group with one time below it. */
const GROUP_GAP_MAX_MS = 5 * 60_000

const sentAt = (item: OutgoingMessage): Instant => item.stored?.sendTime ?? new Date(item.place).toISOString()

/** A link or a telephone number shows a warning in this many of the partner's first messages. */
const WARNED_MESSAGES = 3

type Line = { key: string; mine: boolean; at: Instant }

const isSameGroup = (line: Line, next: Line | undefined): boolean =>
  next !== undefined &&
  line.mine === next.mine &&
  dayKeyOf(line.at) === dayKeyOf(next.at) &&
  Date.parse(next.at) - Date.parse(line.at) < GROUP_GAP_MAX_MS

type Input = {
  messages: readonly ChatMessage[]
  hasOlder: boolean
  outgoing: readonly OutgoingMessage[]
  unread: UnreadStart | null
  chat: ChatSummary
  /** Whether the first message of the chat is an invite, as in all chats except those with the team. */
  beganWithInvite: boolean
}

/** Returns the partner's side of the chat, with their read position if they share it. */
const partnerSideOf = (chat: ChatSummary) => (chat.createdByMe ? chat.invited : chat.creator)

/**
 * Returns the rows of the list, in order. Prepending older messages changes no existing row: the first message gets no
 * day row while older ones may exist, and whether a message ends its group depends on the next one.
 */
export function rowsOf({ messages, hasOlder, outgoing, unread, chat, beganWithInvite }: Input): Row[] {
  const confirmed = new Set(messages.map(keyOfMessage))
  const unconfirmed = withCurrentQuotes(
    outgoing.filter(({ clientId }) => !confirmed.has(clientId)),
    messages,
  )
  const lines: Line[] = [
    ...messages.map((message) => ({ key: keyOfMessage(message), mine: message.mine, at: message.sendTime })),
    ...unconfirmed.map((item) => ({ key: item.clientId, mine: true, at: sentAt(item) })),
  ]
  const { lastRead, lastReadAt } = partnerSideOf(chat)
  const lastReadOwnId = lastRead && messages.findLast(({ id, mine }) => mine && !isAfter(id, lastRead))?.id
  const firstUnread = unread && messages.find(({ id, mine }) => !mine && isAfter(id, unread.after))?.id
  const hasOpeningInvite = beganWithInvite && !hasOlder && messages[0]?.mine === chat.createdByMe
  const warnable = beganWithInvite && !hasOlder ? messages.filter(({ mine }) => !mine).slice(0, WARNED_MESSAGES) : []
  const rows: Row[] = []
  lines.forEach((line, index) => {
    const previous = lines[index - 1]
    // The opening invite shows when it was sent, so the days begin below it.
    const startsDay = previous ? dayKeyOf(previous.at) !== dayKeyOf(line.at) : !hasOlder
    if (hasOpeningInvite ? index === 1 || (index > 1 && startsDay) : startsDay) {
      rows.push({ kind: 'day', key: `day ${line.key}`, day: line.at })
    }
    const message = messages[index]
    const item = unconfirmed[index - messages.length]
    const nextStartsUnread = firstUnread !== undefined && messages[index + 1]?.id === firstUnread
    const continuesGroup = isSameGroup(line, lines[index + 1]) && !nextStartsUnread
    if (message) {
      if (unread && message.id === firstUnread) rows.push({ kind: 'unread', key: 'unread', count: unread.count })
      const isRead = message.mine && lastRead !== null && !isAfter(message.id, lastRead)
      rows.push({
        kind: 'message',
        key: line.key,
        message,
        endsGroup: !continuesGroup,
        read: isRead,
        // Only the last read message shows a time; the earlier ones were read at an unknown earlier time.
        readAt: message.id === lastReadOwnId ? lastReadAt : null,
        openingInvite: hasOpeningInvite && index === 0 ? (lines.length === 1 ? 'alone' : 'followed') : null,
        warns: warnable.includes(message) && hasContactDetails(message.message ?? ''),
      })
    }
    if (item) {
      const next = unconfirmed[index - messages.length + 1]
      rows.push({
        kind: 'outgoing',
        key: line.key,
        item,
        endsGroup: !continuesGroup || item.state === 'failed' || next?.state !== item.state,
      })
    }
  })
  return rows
}
