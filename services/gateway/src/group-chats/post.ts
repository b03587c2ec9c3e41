import { randomUUID } from 'node:crypto'
import type { Id } from '@app/contract/base'
import type { EventMinimalInfo } from '@app/contract/events'
import type { GroupMessage } from '@app/contract/groups'
import { GROUP_PREVIEW_LENGTH } from '@app/contract/limits'
import type { MediaId, Unsigned } from '@app/contract/media'
import type { GroupEnvelope, UnsignedPushOf } from '@app/contract/pushes'
import type { Quote } from '@app/contract/replies'
import type { MemberTx } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { authorFields, quoteFields } from '@app/server/groups/messages'
import { type PictureRow, toPicture } from '@app/server/photos/pictures'
import { haveBlock, selectBlocks } from '@app/server/policies/block-lookups'
import { requireNoRestriction } from '@app/server/policies/measures'
import { findWritingAdmin, isVisibleMember } from '@app/server/policies/team'
import { CompiledQuery } from 'kysely'

/**
 * If the author has at most this many blocks, the statement counts a new post as read for the other members of these
 * blocks, found by their ids. With more, it checks every membership from which someone is hidden (`hiddenMembers` > 0) for
 * a block with the author.
 */
const FEW_BLOCKS = 100

/** The parts of the statements that only a reply needs. */
type ReplyParts = Record<'condition' | 'step' | 'column' | 'value' | 'ownQuote' | 'field', string>

const NO_REPLY: ReplyParts = { condition: '', step: '', column: '', value: '', ownQuote: 'null::jsonb', field: '' }

/**
 * The lock on the quoted post re-reads it, so that the quote never shows text that was deleted meanwhile. The push contains
 * the quote for all members; in the response, it is empty if the quoted author is hidden from the writer.
 */
const REPLY: ReplyParts = {
  condition: `and exists (select from group_messages post
        where post.id = $12 and post."groupId" = $1 and post."parentId" is null
          and (exists (select from group_members where "groupId" = $1 and "memberId" = $2 and admin)
            or not exists (select from ignores where kind = 'BLOCK' and "lastMessageId" < post.id
              and ("ignorerId", "ignoredId") in (($2, post."authorId"), (post."authorId", $2)))))`,
  step: `quoted as (
    select quoted.* from "group" join group_messages quoted on quoted.id = $12 for share of quoted
  ), quote as (
    select
      ${quoteFields('quoted', '"quotedAuthor"', 'false')} as sent,
      ${quoteFields('quoted', '"shownAuthor"', '"shownAuthor".id = $2')} as own
    from quoted cross join membership
    left join members "quotedAuthor" on "quotedAuthor".id = quoted."authorId" and ${isVisibleMember('"quotedAuthor"')}
    left join members "shownAuthor" on "shownAuthor".id = "quotedAuthor".id
      and (membership.admin or not exists (select from ignores where kind = 'BLOCK'
        and ("ignorerId", "ignoredId") in (($2, "quotedAuthor".id), ("quotedAuthor".id, $2))))
  ), `,
  column: ', "replyToId"',
  value: ', $12',
  ownQuote: '(select own from quote)',
  field: `|| jsonb_build_object('replyTo', (select sent from quote))`,
}

/**
 * Stores a post in one round trip, however many members the group has: locks the group by updating it, moves the
 * author's own read position to the new post, stores the post under the next version, and builds the push. The id
 * is taken under the lock, so that ids follow the order of the posts. Selects no row if the author is not in the group, if
 * a measure of the team keeps them from posting, or if the post to reply to is not in the group or is absent for them:
 * newer than a block between them and its author. An older one appears as deleted, and they can reply to it.
 *
 * The post counts as read for members from whom it is hidden. The statement's snapshot may be older than its lock on the
 * group, so it compares `visibilityChanges`, which counts changes to blocks and roles, in the locked row and in the
 * snapshot. If they differ, or if the author was removed meanwhile, the version is null, which its constraint rejects.
 *
 * `isNew` is an additional condition, which holds only if the post is not stored yet.
 *
 * $1 group, $2 author, $3 text, $4 clientId, $5 time, $6 the same time as sent to clients, $7 photo, $8 the photo as
 * sent to clients, $9 the announced event, as sent to clients, $10 request id, $11 the admin who writes as the team and
 * must still be an admin, $12 in replies the post to reply to
 */
const createPostSteps = (reply: ReplyParts, isNew = ''): string => `
  with "group" as (
    update groups set version = version + 1, posts = posts + 1, "lastUpdate" = $5,
      "lastMessage" = left($3, ${GROUP_PREVIEW_LENGTH}), "lastSenderId" = $2
    where id = $1
      and exists (select from group_members where "groupId" = $1 and "memberId" = $2 and not held)
      and ($11::bigint is null
        or exists (select from members where id = $11 and level = 'ADMIN' and "deletedAt" is null))
      and not exists (select from measures
        where "memberId" = $2 and kind = 'POST' and "endedAt" is null and until > $5)
      ${isNew} ${reply.condition}
    returning id, version, posts, "visibilityChanges", nextval('group_messages_id_seq') as next
  ), blocks as materialized (
    select array(${selectBlocks('$2')} limit ${FEW_BLOCKS + 1}) as ids from "group" where "visibilityChanges" > 0
  ), "hiddenFromFew" as (
    update group_members gm set "readPosts" = gm."readPosts" + 1
    where (select cardinality(ids) between 1 and ${FEW_BLOCKS} from blocks)
      and gm."groupId" = $1 and gm."memberId" = any((select ids from blocks)::bigint[]) and not gm.admin
  ), "hiddenFromMany" as (
    update group_members gm set "readPosts" = gm."readPosts" + 1
    where (select cardinality(ids) > ${FEW_BLOCKS} from blocks)
      and gm."groupId" = $1 and gm."hiddenMembers" > 0 and not gm.admin and ${haveBlock('$2', 'gm."memberId"')}
  ), membership as (
    update group_members gm set "readPosts" = "group".posts, "lastReadId" = "group".next
    from "group" where gm."groupId" = "group".id and gm."memberId" = $2 and not gm.held
    returning gm.admin
  ), ${reply.step}message as (
    insert into group_messages
      (id, "groupId", "authorId", "clientId", message, "mediaId", "sentAt", "lastUpdate", version${reply.column})
    overriding system value
    select "group".next, "group".id, $2, $4::uuid, $3, $7, $5, $5,
      case when membership.admin is not null
        and "group"."visibilityChanges" = (select "visibilityChanges" from groups where id = $1) then "group".version end${reply.value}
    from "group" left join membership on true
    returning id, version
  ), envelope as (
    select ${reply.ownQuote} as "ownQuote", jsonb_build_object('requestId', $10::text, 'group', $1::text, 'author', $2::text, 'push', jsonb_build_object(
      'type', 'group:message', 'groupId', $1::text, 'version', message.version,
      'message', jsonb_build_object('id', message.id::text, ${authorFields('author')}, 'admin', membership.admin,
        'mine', false, 'ignored', false, 'clientId', $4::text, 'sendTime', $6::text, 'editTime', null,
        'message', $3::text, 'photoUrl', $8::jsonb ->> 'url', 'photo', $8::jsonb, 'deleted', false,
        'lastUpdate', $6::text, 'comments', '[]'::jsonb, 'commentCount', 0, 'eventMinimalInfo', $9::jsonb)
        ${reply.field}
      )) as payload
    from message, membership, members author where author.id = $2
  )`

/** Makes a repeated request cheap: an error by the unique constraint takes many times as long as a post. */
const IS_NEW = 'and not exists (select from group_messages where "authorId" = $2 and "clientId" = $4::uuid)'

const createInsertAndPush = (reply: ReplyParts): string => `${createPostSteps(reply, IS_NEW)}, stored_push as (
    insert into outbox (kind, payload) select 'PUSH', payload from envelope returning id, kind, payload
  )
  select stored_push.id, kind, stored_push.payload, envelope."ownQuote" from stored_push, envelope`

/** Statements that store a post and write its push to the outbox, with their names. */
const INSERT_POST_AND_PUSH = { name: 'post-in-group', text: createInsertAndPush(NO_REPLY) }
const INSERT_REPLY_AND_PUSH = { name: 'reply-in-group', text: createInsertAndPush(REPLY) }

/** Statements for transactions, which store a post and return its push. */
const INSERT_POST = `${createPostSteps(NO_REPLY)} select payload, "ownQuote" from envelope`
const INSERT_REPLY = `${createPostSteps(REPLY)} select payload, "ownQuote" from envelope`

export type NewPost = {
  groupId: Id
  message: string | null
  clientId: string
  replyTo?: Id | null
  photoId?: MediaId | null
  photo?: PictureRow | null
  event?: EventMinimalInfo | null
}

type PostEnvelope = GroupEnvelope & { push: UnsignedPushOf<'group:message'> }

/** A post in its push to the group, and the quote of the post that it replies to as its author sees it. */
export type StoredPost = { payload: PostEnvelope; ownQuote: Quote | null }

/** Returns a stored post as its author sees it. */
export const toOwnPost = ({ payload, ownQuote }: StoredPost): Unsigned<typeof GroupMessage> => ({
  ...payload.push.message,
  mine: true,
  ...(ownQuote && { replyTo: ownQuote }),
})

const toJson = (value: object | null | undefined): string | null => (value ? JSON.stringify(value) : null)

/** Returns the values of the statements' parameters, $1 to $11, or to $12 for a reply. */
function createValues(
  { member, now, requestId }: Pick<MemberTx, 'member' | 'now' | 'requestId'>,
  { groupId, message, clientId, replyTo, photoId, photo, event }: NewPost,
): unknown[] {
  const sentAt = now().toISOString()
  return [
    groupId,
    member.id,
    message,
    clientId,
    sentAt,
    sentAt,
    photoId,
    toJson(photo && toPicture(photo)),
    toJson(event),
    requestId,
    findWritingAdmin(member),
    ...(replyTo ? [replyTo] : []),
  ]
}

/** Returns the statement that stores a post and writes its push to the outbox, in one round trip. */
export const createPostQuery = (ctx: Pick<MemberTx, 'member' | 'now' | 'requestId'>, post: NewPost) => ({
  ...(post.replyTo ? INSERT_REPLY_AND_PUSH : INSERT_POST_AND_PUSH),
  values: createValues(ctx, post),
})

/** Stores a post within a transaction and notifies the group; returns undefined if the member may not send it. */
export async function insertPost(tx: MemberTx, post: NewPost): Promise<StoredPost | undefined> {
  const text = post.replyTo ? INSERT_REPLY : INSERT_POST
  const statement = CompiledQuery.raw(text, createValues(tx, post)) as CompiledQuery<StoredPost>
  const [row] = (await tx.db.executeQuery(statement)).rows
  if (row) tx.notifyGroup(row.payload.group, row.payload.author, row.payload.push)
  return row
}

/** Stores a post like `insertPost`, but throws RESTRICTED or FORBIDDEN if the member may not send it. */
export async function insertPostOrThrow(tx: MemberTx, post: NewPost): Promise<StoredPost> {
  const stored = await insertPost(tx, post)
  if (stored) return stored
  await requireNoRestriction(tx.db, tx.member.id, 'POST', tx.now())
  throw new AppError('FORBIDDEN')
}

/** Stores the post that announces an event, and returns its id. The caller holds the group's lock. */
export async function insertEventPost(
  tx: MemberTx,
  post: { groupId: Id; message: string; event: EventMinimalInfo },
): Promise<Id> {
  const { payload } = await insertPostOrThrow(tx, { ...post, clientId: randomUUID() })
  return payload.push.message.id
}
