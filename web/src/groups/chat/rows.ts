import type { GroupMessage } from '@app/contract/groups'
import { isAfter } from '../../conversation/ids.ts'
import { keyOfMessage, type UnreadStart } from '../../conversation/list/rows.ts'
import type { Outgoing } from '../../conversation/outbox/outbox.ts'

export type PostRow = { kind: 'message'; key: string; message: GroupMessage }
export type OutgoingRow = { kind: 'outgoing'; key: string; item: Outgoing }
export type GroupRow = { kind: 'unread'; key: 'unread'; count: number } | PostRow | OutgoingRow

type Input = { messages: readonly GroupMessage[]; outgoing: readonly Outgoing[]; unread: UnreadStart | null }

/** Returns the rows of the list, in order: posts, the line above new ones, and outgoing posts. */
export function groupRowsOf({ messages, outgoing, unread }: Input): GroupRow[] {
  const confirmed = new Set(messages.map(keyOfMessage))
  const firstUnread = unread && messages.find(({ id, mine }) => !mine && isAfter(id, unread.after))?.id
  const posts = messages.flatMap((message): GroupRow[] => {
    const row: GroupRow = { kind: 'message', key: keyOfMessage(message), message }
    return unread && message.id === firstUnread ? [{ kind: 'unread', key: 'unread', count: unread.count }, row] : [row]
  })
  const waiting = outgoing.filter(({ clientId }) => !confirmed.has(clientId))
  return [...posts, ...waiting.map((item): GroupRow => ({ kind: 'outgoing', key: item.clientId, item }))]
}
