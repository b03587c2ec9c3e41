import type pg from 'pg'
import type { Entry } from './sender.ts'
import type { Sight, Viewer } from './viewer.ts'

/** A line of the ledger: the expected and the actual count, and the first few faults. */
export type Line = { title: string; expected: number; found: number; examples: string[] }

export type Watcher = { memberId: string; viewer: Viewer; listed: Map<string, number> }

type StoredMessage = { id: string; chatId: string; senderId: string; clientId: string; version: number }
type StoredSide = { chatId: string; memberId: string; unread: number; counted: number; version: number }

const EXAMPLES = 3
const FIRST_VERSION = 1

const line = (title: string, expected: number, found: number, examples: string[] = []): Line => ({
  title,
  expected,
  found,
  examples: examples.slice(0, EXAMPLES),
})

/** Creates a line that counts the items without a fault, and lists the faults of the others. */
function createLine<Item>(title: string, items: Item[], findFault: (item: Item) => string | null): Line {
  const faults = items.map(findFault).filter((fault) => fault !== null)
  return line(title, items.length, items.length - faults.length, faults)
}

export async function readStored(pool: pg.Pool): Promise<{ messages: StoredMessage[]; sides: StoredSide[] }> {
  const messages = await pool.query<StoredMessage>(
    `select id, "chatId", "senderId", "clientId", version from chat_messages order by id`,
  )
  const sides = await pool.query<StoredSide>(
    `select cm."chatId", cm."memberId", cm.unread, c.version, (
      select count(*)::int from chat_messages m
      where m."chatId" = cm."chatId" and m.id > coalesce(cm."lastReadId", 0) and m."senderId" <> cm."memberId"
        and m."deletedAt" is null
    ) as counted
    from chat_members cm join chats c on c.id = cm."chatId"`,
  )
  return { messages: messages.rows, sides: sides.rows }
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

/** Compares the messages that members were shown with the stored ones. */
function sightLines(watchers: Watcher[], messages: StoredMessage[], ids: Set<string>): Line[] {
  const views = watchers.flatMap(({ memberId, viewer }) =>
    [...viewer.sights].flatMap(([chatId, sight]) =>
      messages.filter((message) => message.chatId === chatId).map((message) => ({ memberId, message, sight })),
    ),
  )
  const findShownFault = ({ message, sight, memberId }: (typeof views)[number]): string | null => {
    const times = sight.shown.filter(({ id }) => id === message.id).length
    return times === 1 ? null : `${message.clientId} was shown to ${memberId} ${times} times`
  }
  const own = views.filter(({ memberId, message }) => message.senderId === memberId)
  const others = views.filter(({ memberId, message }) => message.senderId !== memberId)
  const sights = watchers.flatMap(({ viewer }) => [...viewer.sights.values()])
  return [
    createLine('shown once to the sender', own, findShownFault),
    createLine('shown once to the receiver', others, findShownFault),
    line(
      'shown, but not stored',
      0,
      sum(sights, ({ shown }) => shown.filter(({ id }) => !ids.has(id)).length),
    ),
    line(
      'shown out of order',
      0,
      sum(sights, ({ outOfOrder }) => outOfOrder),
    ),
  ]
}

const sum = (sights: Sight[], of: (sight: Sight) => number): number => sights.reduce((all, sight) => all + of(sight), 0)

export function audit(
  planned: number,
  entries: Entry[],
  watchers: Watcher[],
  { messages: all, sides }: Awaited<ReturnType<typeof readStored>>,
): Line[] {
  // The first message of each chat existed before the run.
  const messages = all.filter(({ version }) => version > FIRST_VERSION)
  const ids = new Set(all.map(({ id }) => id))
  const stored = new Map(messages.map((message) => [message.clientId, message]))
  const sidesByKey = new Map(sides.map((side) => [`${side.memberId} in ${side.chatId}`, side]))
  const listedViews = watchers.flatMap(({ memberId, viewer, listed }) =>
    [...viewer.sights].map(([chatId, sight]) => ({ key: `${memberId} in ${chatId}`, chatId, sight, listed })),
  )
  const outOfOrder = listOutOfOrder(entries, stored)
  return [
    line('sent', planned, entries.length),
    createLine('acknowledged', entries, ({ acknowledged, clientId, refused }) =>
      acknowledged ? null : `${clientId} ${refused ?? 'had no response'}`,
    ),
    createLine('stored under the acknowledged id', entries, ({ clientId, acknowledged }) => {
      const id = stored.get(clientId)?.id
      return id !== undefined && id === acknowledged?.message.id ? null : `${clientId} is stored as ${id}`
    }),
    line('stored in all', planned, messages.length),
    line('stored in the order of sending', entries.length, entries.length - outOfOrder.length, outOfOrder),
    ...sightLines(watchers, messages, ids),
    createLine('unread counts equal to a recount', sides, ({ chatId, memberId, unread, counted }) =>
      unread === counted ? null : `chat ${chatId} of ${memberId}: stored ${unread}, counted ${counted}`,
    ),
    createLine('unread counts as the member sees them', listedViews, ({ key, chatId, sight, listed }) => {
      const unread = sidesByKey.get(key)?.unread
      return sight.unread === unread && listed.get(chatId) === unread
        ? null
        : `${key}: stored ${unread}, shown ${sight.unread}, listed ${listed.get(chatId)}`
    }),
    createLine('versions as the member has them', listedViews, ({ key, sight }) =>
      sight.version === sidesByKey.get(key)?.version
        ? null
        : `${key}: ${sight.version} of ${sidesByKey.get(key)?.version}`,
    ),
  ]
}
