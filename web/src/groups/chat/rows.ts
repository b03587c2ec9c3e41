import type { GroupMessage } from '@app/contract/groups'
import { isAfter } from '../../conversation/ids.ts'
import { keyOfMessage, type UnreadStart } from '../../conversation/list/rows.ts'
import type { OutgoingMessage } from '../../conversation/outbox/outbox.ts'
import { withCurrentQuotes } from '../../conversation/quotes.ts'

export type PostRow = { kind: 'message'; key: string; message: GroupMessage }
export type OutgoingRow = { kind: 'outgoing'; key: string; item: OutgoingMessage }
export type GroupRow = { kind: 'unread'; key: 'unread'; count: number } | PostRow | OutgoingRow

type Content = { messages: readonly GroupMessage[]; outgoing: readonly OutgoingMessage[]; unread: UnreadStart | null }

/** Returns the rows of the list in order: posts, with a divider above the first unread one, then outgoing posts. */
export function createGroupRows({ messages, outgoing, unread }: Content): GroupRow[] {
  const confirmedKeys = new Set(messages.map(keyOfMessage))
  const firstUnreadId = unread && messages.find(({ id, mine }) => !mine && isAfter(id, unread.after))?.id
  const posts = messages.flatMap((message): GroupRow[] => {
    const row: GroupRow = { kind: 'message', key: keyOfMessage(message), message }
    return unread && message.id === firstUnreadId
      ? [{ kind: 'unread', key: 'unread', count: unread.count }, row]
      : [row]
  })
  const unconfirmed = withCurrentQuotes(
    outgoing.filter(({ clientId }) => !confirmedKeys.has(clientId)),
    messages,
  )
  return [...posts, ...unconfirmed.map((item): GroupRow => ({ kind: 'outgoing', key: item.clientId, item }))]
}
