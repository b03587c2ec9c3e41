import type { ChatMessage, ChatSummary } from '@app/contract/chats'
import { CHAT_PREVIEW_LENGTH, QUOTE_LENGTH } from '@app/contract/limits'
import type { Unsigned } from '@app/contract/media'
import { Reaction, type ReactionCount } from '@app/contract/reactions'
import type { Quote } from '@app/contract/replies'
import type { Ctx } from '@app/server/context'
import type { Database, DatabaseTransaction } from '@app/server/db/database'
import type { ChatMessages } from '@app/server/db/tables'
import { type PictureRow, pictureRow, toPicture } from '@app/server/photos/pictures'
import { isAcceptanceUnread } from '@app/server/policies/chats'
import { isVerified } from '@app/server/policies/photos'
import { TEAM_ID } from '@app/server/policies/team'
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'

/** The message that another one replies to. */
type QuoteRow = Pick<Quote, 'id' | 'message' | 'photo' | 'deleted'> & { senderId: string }

/** The columns of a message that are null unless it was edited, replies to another one, or has reactions. */
export type ExtraColumns = {
  editedAt: string | null
  replyTo: QuoteRow | null
  reactions: { memberId: string; reaction: Reaction }[] | null
}

export type MessageRow = {
  id: string
  senderId: string
  clientId: string
  message: string | null
  sentAt: string
  deletedAt: string | null
  photo: PictureRow | null
  /** Whether the sender is verified; the team always is. */
  verified: boolean
  /** The name of the admin who wrote a message of the team. */
  writtenBy: string | null
  /** The decision that removed the message. */
  removedBy: string | null
} & ExtraColumns

function countReactions(rows: NonNullable<ExtraColumns['reactions']>, viewerId: string): ReactionCount[] {
  return Reaction.options.flatMap((reaction) => {
    const members = rows.filter((row) => row.reaction === reaction)
    const mine = members.some(({ memberId }) => memberId === viewerId)
    return members.length > 0 ? [{ reaction, count: members.length, mine }] : []
  })
}

/** Returns the fields that a message has only if it was edited, replies to another one, or has reactions. */
export function toExtraFields(
  { editedAt, replyTo, reactions }: ExtraColumns,
  viewerId: string,
  getName: (senderId: string) => string,
): Pick<ChatMessage, 'editTime' | 'replyTo' | 'reactions'> {
  return {
    ...(editedAt ? { editTime: editedAt } : {}),
    ...(replyTo ? { replyTo: toQuote(replyTo, viewerId, getName) } : {}),
    ...(reactions ? { reactions: countReactions(reactions, viewerId) } : {}),
  }
}

const toQuote = ({ senderId, ...quote }: QuoteRow, viewerId: string, getName: (senderId: string) => string): Quote => ({
  ...quote,
  senderName: getName(senderId),
  mine: senderId === viewerId,
})

/**
 * Returns a stored message as one participant sees it, with names from the summary. Only the team sees which admin
 * wrote a message of the team.
 */
export function toMessage(
  row: MessageRow,
  viewerId: string,
  chat: Unsigned<typeof ChatSummary>,
): Unsigned<typeof ChatMessage> {
  const isOwn = row.senderId === viewerId
  const deleted = row.deletedAt !== null
  const ownName = chat.createdByMe ? chat.creatorName : chat.invited.name
  const getName = (senderId: string) => (senderId === viewerId ? ownName : chat.partner.userName)
  const photo = row.photo && toPicture(row.photo)
  return {
    id: row.id,
    senderName: getName(row.senderId),
    mine: isOwn,
    clientId: row.clientId,
    sendTime: row.sentAt,
    message: row.message,
    photoUrl: photo?.url ?? null,
    photo,
    verified: row.verified,
    deleted,
    ...(deleted ? {} : toExtraFields(row, viewerId, getName)),
    ...(isOwn && row.removedBy ? { removedByTeam: true } : {}),
    ...(viewerId === TEAM_ID && row.writtenBy ? { writtenBy: row.writtenBy } : {}),
  }
}

/** SQL for the `ExtraColumns` of a message `m`, except `editedAt`. */
export const EXTRA_COLUMNS = `
    case when m."replyToId" is not null then (
      select json_build_object('id', quoted.id::text, 'senderId', quoted."senderId"::text,
        'message', left(quoted.message, ${QUOTE_LENGTH}), 'photo', quoted."mediaId" is not null,
        'deleted', quoted."deletedAt" is not null)
      from chat_messages quoted where quoted.id = m."replyToId") end as "replyTo",
    case when m."hasReactions" then (
      select json_agg(json_build_object('memberId', "memberId"::text, 'reaction', reaction))
      from chat_reactions where "messageId" = m.id) end as reactions`

const SELECT_MESSAGES = `
  select m.id, m."senderId", m."clientId", m.message, m."sentAt", m."deletedAt", m."removedBy", m."editedAt",
    ${pictureRow('m."mediaId"')} as photo, ${isVerified('sender')} as verified,
    (select "userName" from members where id = m."writtenById") as "writtenBy",
    ${EXTRA_COLUMNS}
  from chat_messages m join members sender on sender.id = m."senderId"`

const selectMessages = async (db: Database, condition: RawBuilder<unknown>): Promise<MessageRow[]> =>
  (await sql<MessageRow>`${sql.raw(SELECT_MESSAGES)} where ${condition}`.execute(db)).rows

/** Raw SQL, because this is one of the hottest queries. $1 chat, $2 limit, $3 the id before which the page ends. */
const SELECT_IN_CHAT = `${SELECT_MESSAGES} where m."chatId" = $1`
const NEWEST_FIRST = 'order by m.id desc limit $2'

/** Lists the newest page, or the page before an id; oldest first. */
export async function listNewestMessages(
  { pool }: Pick<Ctx, 'pool'>,
  chatId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<MessageRow[]> {
  const { rows } = await pool.query<MessageRow>(
    before === undefined
      ? { name: 'messages-newest', text: `${SELECT_IN_CHAT} ${NEWEST_FIRST}`, values: [chatId, limit] }
      : {
          name: 'messages-before',
          text: `${SELECT_IN_CHAT} and m.id < $3 ${NEWEST_FIRST}`,
          values: [chatId, limit, before],
        },
  )
  return rows.reverse()
}

/** Lists the messages after an id. */
export const listMessagesAfter = (db: Database, chatId: string, after: string, limit: number): Promise<MessageRow[]> =>
  selectMessages(db, sql`m."chatId" = ${chatId} and m.id > ${after} order by m.id limit ${limit}`)

/** Lists half a page of messages up to and including an id, and half a page after it. */
export const listMessagesAround = (
  db: Database,
  chatId: string,
  around: string,
  limit: number,
): Promise<MessageRow[]> =>
  selectMessages(
    db,
    sql`m.id in (
      (select id from chat_messages where "chatId" = ${chatId} and id <= ${around}
        order by id desc limit ${Math.ceil(limit / 2)})
      union all
      (select id from chat_messages where "chatId" = ${chatId} and id > ${around}
        order by id limit ${Math.floor(limit / 2)}))
    order by m.id`,
  )

/** Lists the messages added or changed since a version, including tombstones. */
export const listMessagesSince = (db: Database, chatId: string, version: number): Promise<MessageRow[]> =>
  selectMessages(db, sql`m."chatId" = ${chatId} and m.version > ${version} order by m.id`)

export const findMessage = async (db: Database, chatId: string, messageId: string): Promise<MessageRow | undefined> =>
  (await selectMessages(db, sql`m."chatId" = ${chatId} and m.id = ${messageId}`))[0]

export const insertMessage = (db: DatabaseTransaction, message: Insertable<ChatMessages>): Promise<{ id: string }> =>
  db.insertInto('chat_messages').values(message).returning('id').executeTakeFirstOrThrow()

/** Turns a message into a tombstone, without text and photo, that no overturned decision restores. */
export async function writeTombstone(
  db: DatabaseTransaction,
  message: MessageRow,
  version: number,
  now: Date,
): Promise<MessageRow> {
  const cleared = { message: null, deletedAt: now.toISOString(), removedBy: null }
  await db
    .updateTable('chat_messages')
    .set({ ...cleared, mediaId: null, version })
    .where('id', '=', message.id)
    .execute()
  return { ...message, ...cleared, photo: null }
}

type NewText = Required<Pick<Updateable<ChatMessages>, 'message' | 'editedAt' | 'version' | 'writtenById'>>

export const updateText = (db: DatabaseTransaction, messageId: string, text: NewText) =>
  db.updateTable('chat_messages').set(text).where('id', '=', messageId).execute()

/** Assigns a version to a message whose reactions have changed. */
export const markReacted = (db: DatabaseTransaction, messageId: string, version: number) =>
  db.updateTable('chat_messages').set({ version, hasReactions: true }).where('id', '=', messageId).execute()

/**
 * Recounts a member's unread messages and stores the number, including an acceptance that the member has not seen yet.
 * The caller holds the chat's lock.
 */
export const recountUnread = (db: DatabaseTransaction, chatId: string, memberId: string) =>
  sql`
    update chat_members cm
    set unread = ${sql.raw(isAcceptanceUnread('c', 'cm'))}::int + (
      select count(*) from chat_messages m
      where m."chatId" = cm."chatId" and m.id > coalesce(cm."lastReadId", 0) and m."senderId" <> cm."memberId" and m."deletedAt" is null
    )
    from chats c
    where cm."chatId" = ${chatId} and cm."memberId" = ${memberId} and c.id = cm."chatId"`.execute(db)

/** Recomputes the preview and the ball from the last message that is not deleted. The caller holds the chat's lock. */
export const recomputeLastMessage = (db: DatabaseTransaction, chatId: string) =>
  sql`
    update chats set ("lastMessage", "lastSenderId", "lastMessageReacted") = (
      select left(last.message, ${sql.lit(CHAT_PREVIEW_LENGTH)}), last."senderId",
        exists (select from chat_reactions where "messageId" = last.id and "memberId" <> last."senderId")
      from (select) one left join lateral (
        select id, message, "senderId" from chat_messages
        where "chatId" = chats.id and "deletedAt" is null order by id desc limit 1) last on true
    )
    where id = ${chatId}`.execute(db)

/**
 * Moves a member's read position forward; returns false if it was already at or past that message. The caller holds the
 * chat's lock.
 */
export async function advanceReadPosition(
  db: DatabaseTransaction,
  chatId: string,
  memberId: string,
  lastReadId: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('chat_members')
    .set({ lastReadId, lastReadAt: now.toISOString() })
    .where('chatId', '=', chatId)
    .where('memberId', '=', memberId)
    .where((eb) => eb.or([eb('lastReadId', 'is', null), eb('lastReadId', '<', lastReadId)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Increments the chat's version and returns it. The caller holds the chat's lock. */
export async function incrementChatVersion(db: DatabaseTransaction, chatId: string): Promise<number> {
  const { version } = await db
    .updateTable('chats')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', chatId)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}
