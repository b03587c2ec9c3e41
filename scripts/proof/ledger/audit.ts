import { isAcceptanceUnread } from '@app/server/policies/chats'
import type pg from 'pg'
import type { Entry } from './sender.ts'
import type { ChatView, Viewer } from './viewer.ts'

/** A line of the ledger: the expected and the actual count, and the first few mismatches. */
export type Line = { title: string; expected: number; found: number; examples: string[] }

export type ClientState = { memberId: string; viewer: Viewer; listedUnread: Map<string, number> }

type StoredMessage = { id: string; chatId: string; senderId: string; clientId: string; version: number }
type StoredMember = { chatId: string; memberId: string; unread: number; counted: number; version: number }

const EXAMPLES = 3
const FIRST_VERSION = 1

const line = (title: string, expected: number, found: number, examples: string[] = []): Line => ({
  title,
  expected,
  found,
  examples: examples.slice(0, EXAMPLES),
})

/** Creates a line with the number of items that match, and the mismatches of the others as examples. */
function createLine<Item>(title: string, items: Item[], findMismatch: (item: Item) => string | null): Line {
  const mismatches = items.map(findMismatch).filter((mismatch) => mismatch !== null)
  return line(title, items.length, items.length - mismatches.length, mismatches)
}

export async function readStored(pool: pg.Pool): Promise<{ messages: StoredMessage[]; members: StoredMember[] }> {
  const messages = await pool.query<StoredMessage>(
    `select id, "chatId", "senderId", "clientId", version from chat_messages order by id`,
  )
  const members = await pool.query<StoredMember>(
    `select cm."chatId", cm."memberId", cm.unread, c.version, ${isAcceptanceUnread('c', 'cm')}::int + (
      select count(*)::int from chat_messages m
      where m."chatId" = cm."chatId" and m.id > coalesce(cm."lastReadId", 0) and m."senderId" <> cm."memberId"
        and m."deletedAt" is null
    ) as counted
    from chat_members cm join chats c on c.id = cm."chatId"`,
  )
  return { messages: messages.rows, members: members.rows }
}

export const countOutbox = async (pool: pg.Pool): Promise<number> =>
  (await pool.query<{ count: number }>('select count(*)::int from outbox')).rows[0]?.count ?? 0

/** Lists messages that are not stored in the order in which their sender sent them to the chat. */
function listOutOfOrder(entries: Entry[], stored: Map<string, StoredMessage>): string[] {
  const last = new Map<string, bigint>()
  return entries.flatMap(({ chatId, senderId, clientId }) => {
    const id = BigInt(stored.get(clientId)?.id ?? 0)
    const key = `${senderId} in ${chatId}`
    const before = last.get(key) ?? 0n
    last.set(key, id)
    return id > before ? [] : [`${clientId} is ${id}, the one before it ${before}`]
  })
}

/** Compares the messages that members saw with the stored ones. */
function compareShownMessages(clients: ClientState[], messages: StoredMessage[], ids: Set<string>): Line[] {
  const views = clients.flatMap(({ memberId, viewer }) =>
    [...viewer.chatViews].flatMap(([chatId, chatView]) =>
      messages.filter((message) => message.chatId === chatId).map((message) => ({ memberId, message, chatView })),
    ),
  )
  const findShownMismatch = ({ message, chatView, memberId }: (typeof views)[number]): string | null => {
    const times = chatView.shown.filter(({ id }) => id === message.id).length
    return times === 1 ? null : `${message.clientId} was shown to ${memberId} ${times} times`
  }
  const own = views.filter(({ memberId, message }) => message.senderId === memberId)
  const others = views.filter(({ memberId, message }) => message.senderId !== memberId)
  const chatViews = clients.flatMap(({ viewer }) => [...viewer.chatViews.values()])
  return [
    createLine('shown once to the sender', own, findShownMismatch),
    createLine('shown once to the recipient', others, findShownMismatch),
    line(
      'shown, but not stored',
      0,
      sum(chatViews, ({ shown }) => shown.filter(({ id }) => !ids.has(id)).length),
    ),
    line(
      'shown out of order',
      0,
      sum(chatViews, ({ outOfOrder }) => outOfOrder),
    ),
  ]
}

const sum = (chatViews: ChatView[], getCount: (chatView: ChatView) => number): number =>
  chatViews.reduce((all, chatView) => all + getCount(chatView), 0)

/**
 * Compares the messages that members planned, sent and saw with the stored ones, and returns a line for each property.
 */
export function audit(
  planned: number,
  entries: Entry[],
  clients: ClientState[],
  { messages: all, members }: Awaited<ReturnType<typeof readStored>>,
): Line[] {
  // The first message of each chat existed before the run.
  const messages = all.filter(({ version }) => version > FIRST_VERSION)
  const ids = new Set(all.map(({ id }) => id))
  const stored = new Map(messages.map((message) => [message.clientId, message]))
  const membersByKey = new Map(members.map((member) => [`${member.memberId} in ${member.chatId}`, member]))
  const listedViews = clients.flatMap(({ memberId, viewer, listedUnread }) =>
    [...viewer.chatViews].map(([chatId, chatView]) => ({
      key: `${memberId} in ${chatId}`,
      chatId,
      chatView,
      listedUnread,
    })),
  )
  const outOfOrder = listOutOfOrder(entries, stored)
  return [
    line('sent', planned, entries.length),
    createLine('acknowledged', entries, ({ acknowledged, clientId, rejected }) =>
      acknowledged ? null : `${clientId} ${rejected ?? 'had no response'}`,
    ),
    createLine('stored under the acknowledged id', entries, ({ clientId, acknowledged }) => {
      const id = stored.get(clientId)?.id
      return id !== undefined && id === acknowledged?.message.id ? null : `${clientId} is stored as ${id}`
    }),
    line('stored in all', planned, messages.length),
    line('stored in the order sent', entries.length, entries.length - outOfOrder.length, outOfOrder),
    ...compareShownMessages(clients, messages, ids),
    createLine('unread counts equal to a recount', members, ({ chatId, memberId, unread, counted }) =>
      unread === counted ? null : `chat ${chatId} of ${memberId}: stored ${unread}, counted ${counted}`,
    ),
    createLine('unread counts as the member sees them', listedViews, ({ key, chatId, chatView, listedUnread }) => {
      const unread = membersByKey.get(key)?.unread
      return chatView.unread === unread && listedUnread.get(chatId) === unread
        ? null
        : `${key}: stored ${unread}, shown ${chatView.unread}, listed ${listedUnread.get(chatId)}`
    }),
    createLine('versions as the member has them', listedViews, ({ key, chatView }) =>
      chatView.version === membersByKey.get(key)?.version
        ? null
        : `${key}: ${chatView.version} of ${membersByKey.get(key)?.version}`,
    ),
  ]
}
