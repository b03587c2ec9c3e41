import { randomUUID } from 'node:crypto'
import type { ChatMessage, SendMessage } from '@app/contract/chats'
import { CHAT_PREVIEW_LENGTH, QUOTE_LENGTH } from '@app/contract/limits'
import { findMediaId, type MediaId, type Unsigned } from '@app/contract/media'
import type { UnsignedPush } from '@app/contract/pushes'
import { type Database, findViolatedConstraint } from '@app/server/db/database'
import { formatInstant } from '@app/server/db/format-instant'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { type PictureRow, pictureRow, toPicture } from '@app/server/photos/pictures'
import { assertChatAccess, type ChatRow, lockChat, selectChat } from '@app/server/policies/chats'
import { isVerified } from '@app/server/policies/photos'
import { findWritingAdmin, TEAM_ID } from '@app/server/policies/team'
import { CompiledQuery } from 'kysely'
import type { MemberCtx } from '../context.ts'
import { attachPhoto } from '../photos/queries.ts'
import { EXTRA_COLUMNS, type ExtraColumns, findMessage, toExtraFields } from './messages.ts'

/** The parts of the statement that only a reply needs. */
type ReplyParts = Record<'condition' | 'step' | 'column' | 'value' | 'field', string>

const NO_REPLY: ReplyParts = { condition: '', step: '', column: '', value: '', field: '' }

/** The lock on the quoted message re-reads it, so that the quote never shows words that are deleted meanwhile. */
const REPLY: ReplyParts = {
  condition: 'and exists (select from chat_messages where id = $11 and "chatId" = $1)',
  step: `quoted as (
    select quoted.id, quoted."senderId", quoted.message, quoted."mediaId", quoted."deletedAt"
    from chat join chat_messages quoted on quoted.id = $11 for share of quoted
  ), `,
  column: ', "replyToId"',
  value: ', $11',
  field: `|| jsonb_build_object('replyTo', (
          select jsonb_build_object('id', quoted.id::text, 'senderName', author."userName",
            'mine', viewer.id = author.id, 'message', left(quoted.message, ${QUOTE_LENGTH}),
            'photo', quoted."mediaId" is not null, 'deleted', quoted."deletedAt" is not null)
          from quoted join members author on author.id = quoted."senderId"))`,
}

/**
 * Sends a message in one round trip: locks the chat by updating it, stores the message under the next version, updates
 * the unread counts and the sender's read position, and writes the push to each participant to the outbox. Returns no
 * row if sending is not allowed, or if the message to reply to is not in the chat. The state and the ignore flags are
 * columns of the chat's own row, because PostgreSQL re-reads only that row after waiting for its lock.
 *
 * `isNew` is an additional condition: the sender has stored no message with this clientId.
 *
 * $1 chat, $2 sender, $3 text, $4 clientId, $5 time, $6 the same time as sent to clients, $7 photo, $8 the photo as
 * sent to clients, $9 request id, $10 the admin who writes in the team's name, $11 in replies the message to reply to
 */
const createSendStatement = (reply: ReplyParts, isNew = ''): string => `
  with chat as (
    update chats set version = version + 1, "lastMessage" = left($3, ${CHAT_PREVIEW_LENGTH}), "lastSenderId" = $2,
      "lastMessageReacted" = false
    where id = $1 and state = 'OPEN' and $2 in ("creatorId", "invitedId") and not "creatorIgnores" and not "invitedIgnores"
      and ($10::bigint is null or exists (select from members where id = $10 and level = 'ADMIN' and "deletedAt" is null))
      ${isNew} ${reply.condition}
    returning id, version
  ), ${reply.step}message as (
    insert into chat_messages
      ("chatId", "senderId", "clientId", message, "mediaId", "sentAt", version, "writtenById"${reply.column})
    select id, $2, $4, $3, $7, $5, version, $10${reply.value} from chat
    returning id, version
  ), participant as (
    update chat_members cm set
      "lastUpdate" = $5,
      unread = case when cm."memberId" = $2 then 0 else cm.unread + 1 end,
      "lastReadId" = case when cm."memberId" = $2 then message.id else cm."lastReadId" end,
      "lastReadAt" = case when cm."memberId" = $2 then $5 else cm."lastReadAt" end
    from message where cm."chatId" = $1
    returning cm."memberId", cm.unread
  ), stored_push as (
    insert into outbox (kind, payload)
    select 'PUSH', jsonb_build_object('requestId', $9::text, 'to', jsonb_build_array(viewer.id::text), 'push', jsonb_build_object(
      'type', 'chat:message', 'chatId', $1::text, 'version', message.version, 'newMessages', participant.unread,
      'senderRead', case when not (viewer."receiptsOff" or sender."receiptsOff")
        then jsonb_build_object('lastRead', message.id::text, 'lastReadAt', $6::text) end,
      'message', jsonb_build_object('id', message.id::text,
        'senderName', sender."userName",
        'mine', viewer.id = $2, 'clientId', $4::text, 'sendTime', $6::text, 'message', $3::text,
        'photoUrl', $8::jsonb ->> 'url', 'photo', $8::jsonb, 'deleted', false,
        'verified', ${isVerified('sender')})
        || case when viewer.id = ${TEAM_ID} and $10::bigint is not null
          then jsonb_build_object('writtenBy', (select "userName" from members where id = $10)) else '{}' end
        ${reply.field}))
    from message, participant join members viewer on viewer.id = participant."memberId", members sender
    where sender.id = $2
    returning id, kind, payload
  )
  select id, kind, payload from stored_push`

/** Makes a repeated request cheap: an error by the unique constraint takes ten times as long as a send. */
const IS_NEW = 'and not exists (select from chat_messages where "senderId" = $2 and "clientId" = $4)'
const SEND_MESSAGE = { name: 'send-message', text: createSendStatement(NO_REPLY, IS_NEW) }
const SEND_REPLY = { name: 'send-reply', text: createSendStatement(REPLY, IS_NEW) }

/** The statement for transactions: a repeated message violates the unique constraint, which rolls the transaction back. */
const SEND_MESSAGE_IN_TRANSACTION = createSendStatement(NO_REPLY)
const SEND_REPLY_IN_TRANSACTION = createSendStatement(REPLY)

type OutboxPush = { id: string; kind: 'PUSH'; payload: { to: string[]; push: UnsignedPush } }

const isAddressedTo = ({ payload }: OutboxPush, memberId: string): boolean => payload.to[0] === memberId

/** Returns the message in a push. The one in the push to the sender's devices is also the response to the sender. */
function getMessage({ push }: OutboxPush['payload']): Unsigned<typeof ChatMessage> {
  if (push.type !== 'chat:message') throw new Error(`unexpected push ${push.type}`)
  return push.message
}

type NewMessage = {
  chatId: string
  message: string | null
  clientId: string
  photoId: MediaId | null
  replyTo: string | null
}

function createParameters(
  { member, now, requestId }: Pick<MemberTx, 'member' | 'now' | 'requestId'>,
  { chatId, message, clientId, photoId, replyTo }: NewMessage,
  photo: PictureRow | null,
): unknown[] {
  const sentAt = now().toISOString()
  return [
    chatId,
    member.id,
    message,
    clientId,
    sentAt,
    sentAt,
    photoId,
    photo && JSON.stringify(toPicture(photo)),
    requestId,
    findWritingAdmin(member),
    ...(replyTo ? [replyTo] : []),
  ]
}

/** Stores a message without a photo. Uses a prepared statement without a transaction, because this is the hot path. */
const storeText = async (ctx: MemberCtx, message: NewMessage): Promise<OutboxPush[]> =>
  (
    await ctx.pool.query<OutboxPush>({
      ...(message.replyTo ? SEND_REPLY : SEND_MESSAGE),
      values: createParameters(ctx, message, null),
    })
  ).rows

/**
 * Stores a message with a photo. The image processor also takes the chat lock, so it either sees this message or has
 * already marked the photo as ready. Returns no row if the chat is closed, the message to reply to is not in it, or the
 * sender may not send this photo.
 */
const storeWithPhoto = (ctx: MemberCtx, message: NewMessage & { photoId: MediaId }): Promise<OutboxPush[]> =>
  transact(ctx, async (tx) => {
    const { chatId, photoId } = message
    const chat = await lockChat(tx.db, chatId, tx.member, 'write').catch(nullOnAppError)
    const photo =
      chat &&
      (await canReplyTo(tx.db, message)) &&
      (await attachPhoto(tx.db, { id: photoId, ownerId: tx.member.id, target: { kind: 'CHAT', chatId } }))
    if (!photo) return []
    const statement = message.replyTo ? SEND_REPLY_IN_TRANSACTION : SEND_MESSAGE_IN_TRANSACTION
    const query = CompiledQuery.raw(statement, createParameters(tx, message, photo)) as CompiledQuery<OutboxPush>
    const { rows } = await tx.db.executeQuery(query)
    // Rolls back, so that the photo can be sent later.
    if (rows.length === 0) throw new AppError('FORBIDDEN')
    return rows
  })

/** Returns whether the message is no reply, or replies to a message of the same chat. */
const canReplyTo = async (db: Database, { chatId, replyTo }: NewMessage): Promise<boolean> =>
  replyTo === null || (await findMessage(db, chatId, replyTo)) !== undefined

function nullOnAppError(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}

async function storeMessage(ctx: MemberCtx, { photoId, ...message }: NewMessage): Promise<OutboxPush[]> {
  try {
    if (photoId) return await storeWithPhoto(ctx, { ...message, photoId })
    return await storeText(ctx, { ...message, photoId })
  } catch (error) {
    if (findViolatedConstraint(error) === 'chat_messages_once') return []
    throw error
  }
}

type StoredMessage = {
  id: string
  chatId: string
  senderName: string
  message: string | null
  sendTime: string
  photo: PictureRow | null
  verified: boolean
  deleted: boolean
  removedByTeam: boolean
  writtenBy: string | null
  partnerName: string
} & ExtraColumns

/** $1 chat, $2 sender, $3 clientId */
const FIND_STORED_MESSAGE = `
  select
    (select to_json(sent) from (
      select m.id::text, m."chatId"::text, sender."userName" as "senderName", m.message,
        ${formatInstant('m."sentAt"')} as "sendTime", ${formatInstant('m."editedAt"')} as "editedAt",
        ${pictureRow('m."mediaId"')} as photo, ${isVerified('sender')} as verified, m."deletedAt" is not null as deleted,
        m."removedBy" is not null as "removedByTeam",
        (select "userName" from members where id = m."writtenById") as "writtenBy",
        (select partner."userName" from chat_members own join members partner on partner.id = own."otherId"
          where own."chatId" = m."chatId" and own."memberId" = m."senderId") as "partnerName", ${EXTRA_COLUMNS}
      from chat_messages m join members sender on sender.id = m."senderId"
      where m."senderId" = $2 and m."clientId" = $3
    ) sent) as "storedMessage",
    (select to_json(chat) from (${selectChat('$1', '$2')}) chat) as chat`

type Stored = { storedMessage: StoredMessage | null; chat: ChatRow | null }

/**
 * Finds the message stored with this clientId, in any chat, and the current state of the requested chat. Uses a prepared
 * statement, because after an outage many clients repeat their requests.
 */
async function findStoredMessage({ pool, member }: MemberCtx, { chatId, clientId }: NewMessage): Promise<Stored> {
  const values = [chatId, member.id, clientId]
  const { rows } = await pool.query<Stored>({ name: 'find-stored-message', text: FIND_STORED_MESSAGE, values })
  return rows[0] ?? { storedMessage: null, chat: null }
}

/**
 * Returns the stored message after a send that stored nothing, because the client has repeated the request. Throws the
 * reason for the rejection if there is none.
 */
async function requireStoredMessage(ctx: MemberCtx, message: NewMessage): Promise<Unsigned<typeof ChatMessage>> {
  const { storedMessage, chat } = await findStoredMessage(ctx, message)
  if (!storedMessage) {
    assertChatAccess(chat ?? undefined, 'write')
    if (!(await canReplyTo(ctx.db, message)))
      throw new AppError('VALIDATION', { fields: [{ path: 'replyTo', problem: 'field.invalid' }] })
    if (message.photoId) throw new AppError('VALIDATION', { fields: [{ path: 'photoUrl', problem: 'field.invalid' }] })
  }
  if (storedMessage?.chatId !== message.chatId) throw new AppError('CONFLICT')
  const { chatId: _, photo: photoRow, writtenBy, removedByTeam, partnerName, ...stored } = storedMessage
  const { editedAt, replyTo, reactions, ...fields } = stored
  const getName = (senderId: string) => (senderId === ctx.member.id ? fields.senderName : partnerName)
  const photo = photoRow && toPicture(photoRow)
  return {
    ...fields,
    mine: true,
    clientId: message.clientId,
    photoUrl: photo?.url ?? null,
    photo,
    ...(fields.deleted ? {} : toExtraFields({ editedAt, replyTo, reactions }, ctx.member.id, getName)),
    ...(removedByTeam ? { removedByTeam } : {}),
    ...(writtenBy ? { writtenBy } : {}),
  }
}

/** Sends a message once, however often the client repeats the request with the same `clientId`. */
export async function sendMessage(
  ctx: MemberCtx,
  chatId: string,
  { message: text, photoUrl, replyTo, clientId = randomUUID() }: SendMessage,
): Promise<Unsigned<typeof ChatMessage>> {
  await ctx.limits.take('messages', ctx.member.accountId)
  const message = { chatId, message: text, clientId, photoId: photoUrl && findMediaId(photoUrl), replyTo }
  const pushes = await storeMessage(ctx, message)
  const ownPush = pushes.find((row) => isAddressedTo(row, ctx.member.id))
  if (!ownPush) return requireStoredMessage(ctx, message)
  void ctx.outbox.deliver(pushes)
  return getMessage(ownPush.payload)
}
