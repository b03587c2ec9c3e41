import type { Database } from '@app/server/db/database'
import { sql } from 'kysely'

/** The rows about some members, from which the reference model computes the view of each. */
export type Tables = {
  members: { id: string; userName: string; deletedAt: string | null; isVerified: boolean }[]
  blocks: { blocker: string; blocked: string; lastMessageId: string }[]
  groups: { id: string; ownerId: string | null }[]
  memberships: { groupId: string; memberId: string; admin: boolean; held: boolean; lastReadId: string | null }[]
  messages: {
    id: string
    groupId: string
    parentId: string | null
    authorId: string | null
    message: string | null
    deletedAt: string | null
  }[]
  chats: { chatId: string; memberId: string; otherId: string; lastReadId: string | null }[]
  chatMessages: { id: string; chatId: string; senderId: string; deletedAt: string | null }[]
  events: { id: string; authorId: string | null; cancelledAt: string | null }[]
  answers: { eventId: string; memberId: string; answer: string }[]
  confirmations: { memberId: string; confirmations: number }[]
}

/** Loads all rows about these members. Members, groups, messages and chats are in the order of their ids. */
export async function loadTables(db: Database, memberIds: string[]): Promise<Tables> {
  const ids = sql`any(${memberIds}::bigint[])`
  const { rows } = await sql<Tables>`
    with mine as (select "groupId" from group_members where "memberId" = ${ids}),
    confirming as (
      select v."memberId", v."verifierId" from verifications v join members verifier on verifier.id = v."verifierId"
      where v."memberId" = ${ids} and v.state = 'CONFIRMED' and verifier."deletedAt" is null
        and not exists (select from ignores
          where "ignorerId" = v."verifierId" and "ignoredId" = v."memberId" and kind = 'BLOCK'))
    select
      (select json_agg(json_build_object('id', id::text, 'userName', "userName", 'deletedAt', "deletedAt",
        'isVerified', 'VERIFIED' = any(badges)) order by id) from members where id = ${ids}) as members,
      (select coalesce(json_agg(json_build_object('blocker', "ignorerId"::text, 'blocked', "ignoredId"::text,
        'lastMessageId', "lastMessageId"::text)), '[]') from ignores where "ignorerId" = ${ids} and kind = 'BLOCK') as blocks,
      (select coalesce(json_agg(json_build_object('id', id::text, 'ownerId', "ownerId"::text) order by id), '[]')
        from groups where id in (select "groupId" from mine)) as groups,
      (select coalesce(json_agg(json_build_object('groupId', "groupId"::text, 'memberId', "memberId"::text,
        'admin', admin, 'held', held, 'lastReadId', "lastReadId"::text)), '[]')
        from group_members where "memberId" = ${ids}) as memberships,
      (select coalesce(json_agg(json_build_object('id', id::text, 'groupId', "groupId"::text, 'parentId', "parentId"::text,
        'authorId', "authorId"::text, 'message', message, 'deletedAt', "deletedAt") order by id), '[]')
        from group_messages where "groupId" in (select "groupId" from mine)) as messages,
      (select coalesce(json_agg(json_build_object('chatId', "chatId"::text, 'memberId', "memberId"::text,
        'otherId', "otherId"::text, 'lastReadId', "lastReadId"::text) order by "chatId"), '[]')
        from chat_members where "memberId" = ${ids}) as chats,
      (select coalesce(json_agg(json_build_object('id', m.id::text, 'chatId', m."chatId"::text,
        'senderId', m."senderId"::text, 'deletedAt', m."deletedAt") order by m.id), '[]')
        from chat_messages m where m."senderId" = ${ids}) as "chatMessages",
      (select coalesce(json_agg(json_build_object('id', id::text, 'authorId', "authorId"::text,
        'cancelledAt', "cancelledAt")), '[]') from events where "authorId" = ${ids}) as events,
      (select coalesce(json_agg(json_build_object('eventId', "eventId"::text, 'memberId', "memberId"::text,
        'answer', answer)), '[]') from event_answers where "memberId" = ${ids}) as answers,
      (select coalesce(json_agg(json_build_object('memberId', "memberId"::text, 'confirmations', number)), '[]')
        from (select "memberId", count(*)::int as number from confirming group by 1) as counted) as confirmations`.execute(
    db,
  )
  if (!rows[0]) throw new Error('no rows were loaded')
  return rows[0]
}

const isAfter = (id: string, other: string | null): boolean => BigInt(id) > BigInt(other ?? 0)

const isDeleted = ({ members }: Tables, memberId: string | null): boolean =>
  members.find(({ id }) => id === memberId)?.deletedAt !== null

const findBlock = ({ blocks }: Tables, one: string, other: string | null) =>
  blocks.find(
    ({ blocker, blocked }) => (blocker === one && blocked === other) || (blocker === other && blocked === one),
  )

/** Returns whether one of the two has blocked the other. */
const isSeparated = (tables: Tables, one: string, other: string | null): boolean =>
  findBlock(tables, one, other) !== undefined

const findMembership = ({ memberships }: Tables, memberId: string, groupId: string) =>
  memberships.find((row) => row.memberId === memberId && row.groupId === groupId)

/** Returns whether a reader sees another member in a group. Its admins see all members. */
const seesInGroup = (tables: Tables, readerId: string, groupId: string, memberId: string | null): boolean =>
  !isDeleted(tables, memberId) &&
  (Boolean(findMembership(tables, readerId, groupId)?.admin) || !isSeparated(tables, readerId, memberId))

/** Returns whether a message, or the post that it comments on, followed a block between its author and the reader. */
function isAbsent(tables: Tables, readerId: string, message: Tables['messages'][number]): boolean {
  if (findMembership(tables, readerId, message.groupId)?.admin) return false
  const block = findBlock(tables, readerId, message.authorId)
  if (block && isAfter(message.id, block.lastMessageId)) return true
  const parent = tables.messages.find(({ id }) => id === message.parentId)
  return parent !== undefined && isAbsent(tables, readerId, parent)
}

const nameOf = ({ members }: Tables, memberId: string | null): string =>
  members.find(({ id }) => id === memberId)?.userName ?? ''

/** Returns the posts of a group as a member reads them, oldest first, with all their comments. */
export function viewPosts(tables: Tables, readerId: string, groupId: string) {
  const present = tables.messages.filter(
    (message) => message.groupId === groupId && !isAbsent(tables, readerId, message),
  )
  const view = (message: Tables['messages'][number]) => {
    const isVisible = seesInGroup(tables, readerId, groupId, message.authorId)
    const deleted = !isVisible || message.deletedAt !== null
    return {
      id: message.id,
      message: deleted ? null : message.message,
      deleted,
      userName: isVisible ? nameOf(tables, message.authorId) : '',
    }
  }
  return present
    .filter(({ parentId }) => parentId === null)
    .map((post) => {
      const comments = present.filter(({ parentId }) => parentId === post.id)
      return {
        ...view(post),
        commentCount: comments.filter(({ deletedAt }) => deletedAt === null).length,
        comments: comments.map(view),
      }
    })
}

/**
 * Lists the allowed previews of a group: its newest message; if the author of that is hidden, none, or the newest message
 * with a visible author.
 */
export function listPreviews(tables: Tables, readerId: string, groupId: string) {
  const newestFirst = tables.messages
    .filter((message) => message.groupId === groupId && !message.deletedAt && !isAbsent(tables, readerId, message))
    .toReversed()
  const isVisible = ({ authorId }: Tables['messages'][number]) => seesInGroup(tables, readerId, groupId, authorId)
  const toPreview = (message?: Tables['messages'][number]) => ({
    lastMessage: message?.message ?? null,
    lastMessageSender: message ? nameOf(tables, message.authorId) : null,
  })
  const [newest] = newestFirst
  return newest && isVisible(newest) ? [toPreview(newest)] : [toPreview(), toPreview(newestFirst.find(isVisible))]
}

/** Returns the groups of a member in the order of their ids. */
export function viewGroups(tables: Tables, readerId: string) {
  return tables.groups.flatMap(({ id: groupId, ownerId }) => {
    const mine = findMembership(tables, readerId, groupId)
    if (!mine || mine.held) return []
    const seen = tables.memberships.filter(
      (row) => row.groupId === groupId && !row.held && seesInGroup(tables, readerId, groupId, row.memberId),
    )
    const live = tables.messages.filter(
      (message) => message.groupId === groupId && !message.deletedAt && !isAbsent(tables, readerId, message),
    )
    const posts = live.filter(({ parentId }) => parentId === null)
    return [
      {
        groupId,
        memberCount: seen.length,
        newMessages: posts.filter(({ id }) => isAfter(id, mine.lastReadId)).length,
        role: mine.admin ? 'ADMIN' : 'MEMBER',
        owner: ownerId === readerId,
      },
    ]
  })
}

/** Returns the chats of a member in the order of their ids. */
export const viewChats = (tables: Tables, readerId: string) =>
  tables.chats
    .filter(({ memberId }) => memberId === readerId)
    .filter(({ otherId }) => !isDeleted(tables, otherId) && !isSeparated(tables, readerId, otherId))
    .map(({ chatId, lastReadId }) => ({
      chatId,
      newMessages: tables.chatMessages.filter(
        (sent) => sent.chatId === chatId && sent.senderId !== readerId && isAfter(sent.id, lastReadId),
      ).length,
    }))

/** Returns the counts of an event; undefined if its host is hidden from the reader or has canceled it. */
export function viewEvent(tables: Tables, readerId: string, eventId: string) {
  const event = tables.events.find(({ id }) => id === eventId)
  if (!event || event.cancelledAt || isSeparated(tables, readerId, event.authorId)) return undefined
  const count = (answer: string) =>
    tables.answers.filter(
      (row) => row.eventId === eventId && row.answer === answer && !isSeparated(tables, readerId, row.memberId),
    ).length
  return { coming: count('YES'), interested: count('MAYBE') }
}
