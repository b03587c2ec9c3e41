import { MESSAGE_HITS_MAX, MESSAGE_SEARCH_FIRST_PORTION, MESSAGE_SEARCH_PORTION } from '@app/contract/limits'
import type { MediaReference } from '@app/contract/media'
import type { MessageCursor } from '@app/contract/message-search'
import type { Database } from '@app/server/db/database'
import type { ReadDatabase } from '@app/server/db/read-replica'
import { isCouple } from '@app/server/members/persons'
import { profilePhotoUrl } from '@app/server/photos/pictures'
import { haveBlock } from '@app/server/policies/block-lookups'
import { isAbsent, mayHideAuthors } from '@app/server/policies/group-blocks'
import { ignores } from '@app/server/policies/ignoring'
import { isVisibleMember } from '@app/server/policies/team'
import { type RawBuilder, sql } from 'kysely'

/** The conversations that a search covers: all of the member's, or one. */
export type SearchScope = { viewerId: string; chatId?: string | undefined; groupId?: string | undefined }

/** The ids of messages, by kind, because chats and groups number theirs separately. */
export type MessageIds = { chatMessages: string[]; groupMessages: string[] }

/** The hits of a portion, the cursor at its end, and the time of its oldest message. */
type Portion = MessageIds & { end: MessageCursor; searchedTo: string | null; hasMore: boolean }

/**
 * Selects the chats and invites that the member can open from a list, without the kept chats of a blocker, the invites
 * that a contact rule put aside, and received invites if one of the two members ignores the other.
 */
const selectOwnChats = ({ viewerId, chatId, groupId }: SearchScope) => sql`
  select mine."chatId", mine."otherId" from chat_members mine join chats c on c.id = mine."chatId"
  where mine."memberId" = ${viewerId} and ${groupId === undefined}
    and ${chatId === undefined ? sql`true` : sql`mine."chatId" = ${chatId}`}
    and (mine.folder in ('CHATS', 'SENT')
      or mine.folder in ('INVITES', 'MAYBE') and not c."creatorIgnores" and not c."invitedIgnores")`

/** Selects the member's groups, each with whether authors may be hidden from the member there. */
const selectOwnGroups = ({ viewerId, chatId, groupId }: SearchScope) => sql`
  select "groupId", "memberId", ${mayHideAuthors(sql`${viewerId}::bigint`, sql.ref('membership.groupId'))} as "mayHide"
  from group_members membership
  where "memberId" = ${viewerId} and not held and ${chatId === undefined}
    and ${groupId === undefined ? sql`true` : sql`"groupId" = ${groupId}`}`

/** A SQL predicate that checks whether the message `m` has words and is not deleted or removed. */
const HAS_WORDS = sql`(m.message is not null and m."deletedAt" is null and m."removedBy" is null)`

/**
 * Returns a SQL predicate that checks whether the member sees the words of the message `m` in the group `own`: its author
 * is visible, not ignored and not in a blocked pair with the member, and the post of a comment is not hidden.
 */
const showsWords = (viewerId: string) => sql`(${HAS_WORDS}
  and not (own."mayHide" and ${sql.raw(haveBlock('own."memberId"', 'm."authorId"'))})
  and exists (select from members author where author.id = m."authorId" and ${sql.raw(isVisibleMember('author'))})
  and not ${ignores(sql`${viewerId}::bigint`, sql.ref('m.authorId'))}
  and (m."parentId" is null or not own."mayHide" or not exists (
    select from group_messages parent
    where parent.id = m."parentId" and ${sql.raw(isAbsent('own."memberId"', 'parent'))})))`

/** Returns the longest part of a word without letters such as å, which are slow to fold for case. */
const asciiPartOf = (word: string): string =>
  (word.match(/[ -~]+/g) ?? []).reduce((longest, part) => (part.length > longest.length ? part : longest), '')

/** The message with its ASCII letters folded for case. */
const FOLDED = sql`lower(message collate "C")`

/**
 * Returns a SQL predicate that checks whether the message `m` contains a word, which is folded for case. Most messages
 * fail the comparison of the ASCII letters, whose folding takes a fraction of the time.
 */
function containsWord(word: string): RawBuilder<unknown> {
  const part = asciiPartOf(word)
  return sql.join(
    [
      ...(part === '' ? [] : [sql`strpos(m.folded, ${part}) > 0`]),
      ...(part === word ? [] : [sql`strpos(lower(m.message), ${word}) > 0`]),
    ],
    sql` and `,
  )
}

/** Returns a SQL predicate that checks whether the message `m` contains all words. */
const containsAll = (words: readonly string[]): RawBuilder<unknown> => sql.join(words.map(containsWord), sql` and `)

const before = (id: string | null | undefined) => (id ? sql`and id < ${id}` : sql``)
/** The maximum number of messages that a request covers, as SQL. */
const portionLimit = (cursor: MessageCursor | undefined) =>
  sql.lit(cursor ? MESSAGE_SEARCH_PORTION : MESSAGE_SEARCH_FIRST_PORTION)

/**
 * Selects the messages that a portion can consist of: the newest ids from an index, then the messages in the order of
 * their ids, which is that of the table, so that they are read from disk quickly. The `offset` keeps PostgreSQL from
 * reading the whole table instead.
 */
const selectCandidates = (
  scope: SearchScope,
  words: readonly string[],
  cursor: MessageCursor | undefined,
  limit: RawBuilder<unknown>,
) => sql`
  select 'CHAT' as kind, m.id, m."sentAt", ${HAS_WORDS} and ${containsAll(words)} as matches
  from (
    select *, ${FOLDED} as folded from chat_messages where id = any(array(
      select page.id from own_chats cross join lateral (
        select id from chat_messages where "chatId" = own_chats."chatId" ${before(cursor?.chatMessageId)}
        order by id desc limit ${limit}) page
      order by page.id desc limit ${limit})) offset 0) m
  union all
  select 'GROUP', m.id, m."sentAt", m.message is not null and ${containsAll(words)} and ${showsWords(scope.viewerId)}
  from (
    select *, ${FOLDED} as folded from group_messages where id = any(array(
      select page.id from own_groups cross join lateral (
        (select id from group_messages
          where "groupId" = own_groups."groupId" and "parentId" is null ${before(cursor?.groupMessageId)}
          order by id desc limit ${limit})
        union all
        (select id from group_messages
          where "groupId" = own_groups."groupId" and "parentId" is not null ${before(cursor?.groupMessageId)}
          order by id desc limit ${limit})) page
      order by page.id desc limit ${limit})) offset 0) m
  join own_groups own on own."groupId" = m."groupId"`

/**
 * Searches the newest messages before the cursor, up to a portion or a number of hits. Chats and groups are merged by
 * time. Within each, the order is that of the ids: a message counts as no newer than those with higher ids, so that a
 * cursor skips no message if times do not increase with the ids.
 */
export async function searchPortion(
  db: ReadDatabase,
  scope: SearchScope,
  words: readonly string[],
  cursor?: MessageCursor,
): Promise<Portion> {
  const limit = portionLimit(cursor)
  const { rows } = await sql<Portion>`
    with own_chats as materialized (${selectOwnChats(scope)}),
    own_groups as materialized (${selectOwnGroups(scope)}),
    searched as materialized (
      select kind, id, "sentAt", matches, row_number() over (order by "mergeTime" desc, kind, id desc) as position
      from (
        select *, min("sentAt") over (partition by kind order by id desc) as "mergeTime"
        from (${selectCandidates(scope, words, cursor, limit)}) candidates) merged
      order by position limit ${limit}),
    hits as materialized (
      select kind, id, position from searched where matches order by position limit ${sql.lit(MESSAGE_HITS_MAX + 1)}),
    portion as (
      select coalesce(max(position) filter (where "hitNumber" = ${sql.lit(MESSAGE_HITS_MAX)}), ${limit}) as "lastPosition",
        count(*) > ${sql.lit(MESSAGE_HITS_MAX)} as "isCut"
      from (select position, row_number() over (order by position) as "hitNumber" from hits) numbered)
    select
      array(select id::text from hits where kind = 'CHAT' and position <= "lastPosition") as "chatMessages",
      array(select id::text from hits where kind = 'GROUP' and position <= "lastPosition") as "groupMessages",
      json_build_object(
        'chatMessageId', min(id) filter (where kind = 'CHAT')::text,
        'groupMessageId', min(id) filter (where kind = 'GROUP')::text) as end,
      min("sentAt") as "searchedTo",
      "isCut" or count(id) = ${limit} as "hasMore"
    from portion left join searched on not "isCut" or position <= "lastPosition"
    group by "isCut", "lastPosition"`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a search in messages returned no row')
  return row
}

/** A message of a chat that a search has found, as its member sees it. */
export type ChatHitRow = {
  chatId: string
  messageId: string
  message: string
  sendTime: string
  mine: boolean
  ownName: string
  partnerName: string
  couple: boolean
  profilePhotoUrl: MediaReference | null
}

/** Loads the messages of chats with these ids, except those whose words the member can no longer see. */
export const listChatHits = async (db: Database, scope: SearchScope, ids: string[]): Promise<ChatHitRow[]> =>
  (
    await sql<ChatHitRow>`
      with own_chats as materialized (${selectOwnChats(scope)})
      select m."chatId", m.id as "messageId", m.message, m."sentAt" as "sendTime", m."senderId" = viewer.id as mine,
        viewer."userName" as "ownName", partner."userName" as "partnerName",
        ${sql.raw(isCouple('partner'))} as couple, ${profilePhotoUrl('partner', 'small')} as "profilePhotoUrl"
      from chat_messages m join own_chats on own_chats."chatId" = m."chatId"
      join members viewer on viewer.id = ${scope.viewerId} join members partner on partner.id = own_chats."otherId"
      where m.id = any(${ids}::bigint[]) and ${HAS_WORDS}`.execute(db)
  ).rows

/** A message of a group that a search has found, as its member sees it. */
export type GroupHitRow = {
  groupId: string
  groupName: string
  messageId: string
  parentId: string | null
  message: string
  sendTime: string
  mine: boolean
  senderName: string
}

/** Loads the messages of groups with these ids, except those whose words the member can no longer see. */
export const listGroupHits = async (db: Database, scope: SearchScope, ids: string[]): Promise<GroupHitRow[]> =>
  (
    await sql<GroupHitRow>`
      with own_groups as materialized (${selectOwnGroups(scope)})
      select m."groupId", groups."groupName", m.id as "messageId", m."parentId", m.message, m."sentAt" as "sendTime",
        m."authorId" = ${scope.viewerId} as mine, sender."userName" as "senderName"
      from group_messages m join own_groups own on own."groupId" = m."groupId"
      join groups on groups.id = m."groupId" join members sender on sender.id = m."authorId"
      where m.id = any(${ids}::bigint[]) and ${showsWords(scope.viewerId)}`.execute(db)
  ).rows
