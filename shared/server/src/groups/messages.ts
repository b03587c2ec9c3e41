import type { Id } from '@app/contract/base'
import type { GroupComment, GroupMessage, GroupMessageContent } from '@app/contract/groups'
import { COMMENTS_IN_LIST, COMMENTS_MAX, QUOTE_LENGTH } from '@app/contract/limits'
import type { Unsigned } from '@app/contract/media'
import { Reaction, type ReactionCount } from '@app/contract/reactions'
import type { Quote } from '@app/contract/replies'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { formatInstant } from '../db/format-instant.ts'
import type { Tx } from '../delivery/transact.ts'
import { isCouple } from '../members/persons.ts'
import { type PictureRow, pictureRow, profilePhotoSql, toPicture } from '../photos/pictures.ts'
import { haveBlock } from '../policies/block-lookups.ts'
import { isAbsent, mayHideAuthors } from '../policies/group-blocks.ts'
import { isVisibleMember } from '../policies/team.ts'

/**
 * The columns that are converted to fields of a message: the row of a photo, reactions that are not counted yet, and null
 * or false where the field is left out.
 */
type RawColumns = {
  photo: PictureRow | null
  removedByTeam: boolean
  replyTo: Quote | null
  reactions?: [reaction: Reaction, mine: boolean][] | null
}
type MessageColumns<View> = Omit<View, keyof RawColumns | 'photoUrl' | 'comments'> & RawColumns
type MessageRow = MessageColumns<Unsigned<typeof GroupMessage>> & {
  comments: MessageColumns<Unsigned<typeof GroupComment>>[]
}

/** Returns the SQL fields of an author; without an author the name is empty. */
export const authorFields = (author: string): string => `
  'userName', coalesce(${author}."userName", ''), 'profilePhotoUrl', ${profilePhotoSql(author, 'small')},
  'couple', ${isCouple(author)},
  'badges', coalesce(${author}.badges, '{}')`

/** Whether authors may be hidden from the viewer. */
const MAY_HIDE = '(select "mayHide" from viewer)'

/**
 * Returns a SQL predicate that checks whether the viewer gets a message at all. Of a hidden author, messages newer than the
 * block are absent, and older ones appear as deleted.
 */
const isPresent = (message: string): string => `(not ${MAY_HIDE} or not ${isAbsent('viewer.id', message)})`

/**
 * Returns a SQL join of the author if visible to the viewer. A message without a visible author appears as deleted.
 */
const joinVisibleAuthor = (message: string, author: string): string =>
  `left join members ${author} on ${author}.id = ${message}."authorId" and ${isVisibleMember(author)}
    and (not ${MAY_HIDE} or not ${haveBlock('viewer.id', `${message}."authorId"`)})`

/**
 * Returns SQL for a quoted message as JSON. `author` is the alias of its visible author: without one, it appears as
 * deleted. `isOwn` is a SQL predicate that checks whether the viewer wrote it.
 */
export const quoteFields = (quoted: string, author: string, isOwn: string): string => `jsonb_build_object(
  'id', ${quoted}.id::text, 'senderName', coalesce(${author}."userName", ''), 'mine', coalesce(${isOwn}, false),
  'message', case when ${author}.id is not null then left(${quoted}.message, ${QUOTE_LENGTH}) end,
  'photo', ${author}.id is not null and ${quoted}."mediaId" is not null,
  'deleted', ${quoted}."deletedAt" is not null or ${author}.id is null)`

/** Returns a SQL predicate like `isVisibleTo` for the row `viewer`, which hides no one from an admin of the group. */
const isVisibleToViewer = (members: string): string =>
  `${isVisibleMember(members)} and (not viewer."mayHide" or not ${haveBlock('viewer.id', `${members}.id`)})`

/** Returns a SQL predicate that checks whether the viewer sees the content of a message. */
const isShown = (message: string, author: string): string =>
  `${message}."deletedAt" is null and ${author}.id is not null`

const messageFields = (message: string, author: string): string => `
  'id', ${message}.id::text, ${authorFields(author)},
  'admin', coalesce((select admin from group_members
    where "groupId" = ${message}."groupId" and "memberId" = ${author}.id and not held), false),
  'mine', coalesce(${author}.id = viewer.id, false),
  'ignored', exists (
    select from ignores where "ignorerId" = viewer.id and "ignoredId" = ${author}.id and kind = 'IGNORE'),
  'clientId', ${message}."clientId", 'sendTime', ${formatInstant(`${message}."sentAt"`)},
  'editTime', case when ${author}.id is not null then ${formatInstant(`${message}."editedAt"`)} end,
  'message', case when ${author}.id is not null then ${message}.message end,
  'photo', case when ${author}.id is not null then ${pictureRow(`${message}."mediaId"`)} end,
  'deleted', ${message}."deletedAt" is not null or ${author}.id is null,
  'removedByTeam', coalesce(${message}."removedBy" is not null and ${author}.id = viewer.id, false),
  'replyTo', case when ${message}."replyToId" is not null and ${isShown(message, author)} then (
    select ${quoteFields('quoted', '"quotedAuthor"', '"quotedAuthor".id = viewer.id')}
    from group_messages quoted left join members "quotedAuthor"
      on "quotedAuthor".id = quoted."authorId" and ${isVisibleToViewer('"quotedAuthor"')}
    where quoted.id = ${message}."replyToId") end`

/**
 * Returns SQL for the reactions of members that the viewer can see, each with whether it is the viewer's own; null if
 * there are none. `countReactions` counts them, since a longer expression would slow down pages without reactions, too.
 */
const reactionsField = (message: string, author: string): string => `
  'reactions', case when ${message}."hasReactions" and ${isShown(message, author)} then (
    select json_agg(json_build_array(given.reaction, given."memberId" = viewer.id))
    from group_reactions given join members reactor on reactor.id = given."memberId" and ${isVisibleToViewer('reactor')}
    where given."messageId" = ${message}.id) end`

/**
 * SQL for the number of comments: those that are neither deleted nor absent for the viewer, and those that a hidden
 * author deleted after the block, since the viewer must not notice that deletion.
 */
const COMMENT_COUNT = `case when not ${MAY_HIDE} then m."commentCount" else m."commentCount" - (
    select count(*)::integer from group_messages comment
    where comment."parentId" = m.id and comment."deletedAt" is null and ${isAbsent('viewer.id', 'comment')}) + (
    select count(*)::integer from group_messages comment join ignores block on block.kind = 'BLOCK'
      and (block."ignorerId", block."ignoredId") in ((viewer.id, comment."authorId"), (comment."authorId", viewer.id))
    where comment."parentId" = m.id and comment.id <= block."lastMessageId" and comment."deletedAt" > block."blockedAt") end`

const commentFields = (selection: string): string => `
  'commentCount', ${COMMENT_COUNT}, 'comments', coalesce((
    select json_agg(json_build_object(${messageFields('c', 'commentator')}, ${reactionsField('c', 'commentator')})
      order by c.id)
    from (${selection}) c ${joinVisibleAuthor('c', 'commentator')}), '[]')`

const newestComments = (limit: number): string =>
  `select * from group_messages comment where "parentId" = m.id and ${isPresent('comment')} order by id desc limit ${limit}`

/** Queries for the comments to include. `since` selects the newest, and those that have changed since a version. */
const COMMENT_SELECTIONS = {
  list: newestComments(COMMENTS_IN_LIST),
  single: newestComments(COMMENTS_MAX),
  since: `select * from group_messages changed where "parentId" = m.id and ${isPresent('changed')} and (
    version > viewer.since or id in (select id from (${newestComments(COMMENTS_IN_LIST)}) newest))`,
} as const

/** Whether the event began before the block between its author and the viewer. Nobody can change it anymore. */
const BEGAN_BEFORE_BLOCK = `exists (
  select from ignores block where block.kind = 'BLOCK' and block."blockedAt" >= e."eventTime"
    and (block."ignorerId", block."ignoredId") in ((viewer.id, e."authorId"), (e."authorId", viewer.id)))`

/** Whether the viewer is an admin of the group, to whom no event looks canceled because of a block. */
const IS_VIEWER_ADMIN = `exists (
  select from group_members membership
  where membership."groupId" = m."groupId" and membership."memberId" = viewer.id and membership.admin and not membership.held)`

/** Whether the viewer, to whom the event looks canceled because of an earlier block, has blocked its author in turn. */
const HAS_VIEWER_BLOCKED_AUTHOR = `exists (
  select from ignores block
  where block.kind = 'BLOCK' and block."ignorerId" = viewer.id and block."ignoredId" = e."authorId")`

/**
 * Returns SQL for the event that a post announces. If a block between its author and the viewer made it look canceled to
 * the viewer (`event_call_offs`), it has the title, place and time that it had then. Leaves out other events of a hidden
 * author that had not begun before the block, since the author could change them.
 */
const eventFields = (extraFields = ''): string => `
  'eventMinimalInfo', (
    select json_build_object('eventId', e.id::text, 'title', coalesce(off.title, e.title),
      'place', coalesce(off.place, e.place), 'eventTime', ${formatInstant('coalesce(off."eventTime", e."eventTime")')},
      'cancelled', e."cancelledAt" is not null or off."eventId" is not null${extraFields})
    from events e
    left join event_call_offs off on off."eventId" = e.id and off."memberId" = viewer.id and not ${IS_VIEWER_ADMIN}
      and not ${HAS_VIEWER_BLOCKED_AUTHOR}
    where e."groupMessageId" = m.id and e."removedBy" is null
      and (off."eventId" is not null or not ${MAY_HIDE} or not ${haveBlock('viewer.id', 'e."authorId"')}
        or ${BEGAN_BEFORE_BLOCK}))`

const OWN_ANSWER_FIELD = `,
      'sessionResponse', coalesce((select answer from event_answers
        where "eventId" = e.id and "memberId" = viewer.id and answer <> 'WAITING'),
        nullif(off.answer, 'WAITING'), 'NO_ANSWER')`

/**
 * The time of the last change that the viewer can see. Comments hidden from the viewer do not count, nor do changes to a
 * message without a visible author.
 */
const LAST_UPDATE_FIELD = `'lastUpdate', ${formatInstant(`case when not ${MAY_HIDE} and author.id is not null
    then m."lastUpdate" else greatest(
      m."sentAt", case when author.id is not null then greatest(m."editedAt", m."deletedAt") end, (
        select max(comment."sentAt") from group_messages comment
        where comment."parentId" = m.id and ${isPresent('comment')})) end`)}`

/** The viewer and the group of a query for messages. */
export type MessageScope = { groupId: Id; viewer: { id: Id } }

/** Returns `isPresent` as a query fragment, for conditions of `selectMessages`. */
export const isMessagePresent = (message: string): RawBuilder<boolean> => sql.raw(isPresent(message))

/**
 * Returns a query for posts or comments as a member sees them. `condition` filters and orders the messages `m`, and
 * may refer to the row `viewer`.
 */
export const selectMessages = (
  { groupId, viewer }: MessageScope,
  condition: RawBuilder<unknown>,
  {
    commentRange = 'list',
    since = null,
  }: { commentRange?: keyof typeof COMMENT_SELECTIONS; since?: number | null } = {},
): RawBuilder<{ message: MessageRow }> => sql`
  with viewer as materialized (
    select ${viewer.id}::bigint as id, ${since}::integer as since,
      ${mayHideAuthors(sql`${viewer.id}::bigint`, sql`${groupId}::bigint`)} as "mayHide")
  select json_build_object(${sql.raw(messageFields('m', 'author'))}, ${sql.raw(reactionsField('m', 'author'))},
    ${sql.raw(LAST_UPDATE_FIELD)}, ${sql.raw(commentFields(COMMENT_SELECTIONS[commentRange]))}, ${sql.raw(eventFields(OWN_ANSWER_FIELD))}) as message
  from viewer cross join group_messages m ${sql.raw(joinVisibleAuthor('m', 'author'))}
  where ${isMessagePresent('m')} and ${condition}`

function countReactions(rows: NonNullable<RawColumns['reactions']>): ReactionCount[] {
  return Reaction.options.flatMap((reaction) => {
    const members = rows.filter((row) => row[0] === reaction)
    return members.length > 0 ? [{ reaction, count: members.length, mine: members.some(([, mine]) => mine) }] : []
  })
}

/**
 * Converts the columns that posts and comments share. Fields that a message does not have are undefined, as this is
 * faster than leaving them out; JSON leaves them out. Names each field, because copying the rest of a row is slow.
 */
function toAuthoredFields(row: MessageColumns<Unsigned<typeof GroupComment>>): Unsigned<typeof GroupComment> {
  const photo = row.photo && toPicture(row.photo)
  return {
    id: row.id,
    userName: row.userName,
    profilePhotoUrl: row.profilePhotoUrl,
    couple: row.couple,
    admin: row.admin,
    badges: row.badges,
    mine: row.mine,
    ignored: row.ignored,
    clientId: row.clientId,
    sendTime: row.sendTime,
    editTime: row.editTime,
    message: row.message,
    photoUrl: photo?.url ?? null,
    photo,
    deleted: row.deleted,
    replyTo: row.replyTo ?? undefined,
    reactions: row.reactions ? countReactions(row.reactions) : undefined,
    removedByTeam: row.removedByTeam || undefined,
  }
}

/** Adds fields with `Object.assign`, which is much faster than an object literal that copies another object. */
export const toGroupMessage = (row: MessageRow): Unsigned<typeof GroupMessage> =>
  Object.assign(toAuthoredFields(row), {
    lastUpdate: row.lastUpdate,
    comments: row.comments.map(toAuthoredFields),
    commentCount: row.commentCount,
    eventMinimalInfo: row.eventMinimalInfo,
  })

const toMessageContent = (row: PushRow['message']): Unsigned<typeof GroupMessageContent> =>
  Object.assign(toAuthoredFields(row), { lastUpdate: row.lastUpdate, eventMinimalInfo: row.eventMinimalInfo })

/** The fields of a post that a comment does not have. */
type PostOnlyFields = Record<Exclude<keyof Unsigned<typeof GroupMessage>, keyof Unsigned<typeof GroupComment>>, unknown>

/** Removes the fields that only posts have. */
export const toGroupComment = <Row extends Unsigned<typeof GroupComment> & Partial<PostOnlyFields>>({
  lastUpdate: _lastUpdate,
  comments: _comments,
  commentCount: _commentCount,
  eventMinimalInfo: _eventMinimalInfo,
  ...comment
}: Row): Unsigned<typeof GroupComment> => comment as Unsigned<typeof GroupComment>

type PushRow = {
  groupId: Id
  version: number
  authorId: Id | null
  parentId: Id | null
  commentCount: number
  message: MessageColumns<Unsigned<typeof GroupMessageContent>>
}

const NO_VIEWER = sql`select null::bigint as id, false as "mayHide"`

/** Reads a post or comment for a push: without the fields that differ by viewer, or as the given viewer sees it. */
async function readForPush(db: Database, messageId: Id, viewer = NO_VIEWER): Promise<PushRow> {
  const { rows } = await sql<PushRow>`
    with viewer as materialized (${viewer})
    select m."groupId", groups.version, m."authorId", m."parentId",
      coalesce(parent."commentCount", 0) as "commentCount",
      json_build_object(
        ${sql.raw(messageFields('m', 'author'))}, ${sql.raw(LAST_UPDATE_FIELD)}, ${sql.raw(eventFields())}) as message
    from viewer cross join group_messages m ${sql.raw(joinVisibleAuthor('m', 'author'))}
    join groups on groups.id = m."groupId"
    left join group_messages parent on parent.id = m."parentId"
    where m.id = ${messageId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a message that was just written is missing')
  return row
}

/**
 * Notifies the group of a changed post, or of a new or changed comment, and returns it without the fields that
 * differ by viewer. The caller holds the group's lock and has incremented its version.
 */
export async function notifyGroupMessage(tx: Tx, messageId: Id): Promise<Unsigned<typeof GroupComment>> {
  const { groupId, version, authorId, parentId, commentCount, message: row } = await readForPush(tx.db, messageId)
  const comment = toAuthoredFields(row)
  if (parentId) {
    const fields = { groupId, version, messageId: parentId, comment, commentCount }
    tx.notifyGroup(groupId, authorId, { type: 'group:comment', ...fields })
  } else {
    tx.notifyGroup(groupId, authorId, {
      type: 'group:message-changed',
      groupId,
      version,
      message: toMessageContent(row),
    })
  }
  return comment
}

/** Notifies one member of a post that has changed only for them. */
export async function notifyViewerOfMessage(tx: Tx, viewerId: Id, messageId: Id): Promise<void> {
  const viewer = sql`
    select ${viewerId}::bigint as id, ${mayHideAuthors(sql`${viewerId}::bigint`, sql`group_messages."groupId"`)} as "mayHide"
    from group_messages where id = ${messageId}`
  const { groupId, version, message } = await readForPush(tx.db, messageId, viewer)
  tx.notify([viewerId], { type: 'group:message-changed', groupId, version, message: toMessageContent(message) })
}
