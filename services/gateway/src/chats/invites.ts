import { randomUUID } from 'node:crypto'
import { chatStatus } from '@app/contract/chat-rules'
import type { ChatSummary, InviteToChat } from '@app/contract/chats'
import { CHAT_PREVIEW_LENGTH } from '@app/contract/limits'
import type { MemberCtx } from '@app/server/context'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { lockChat, lockPair } from '@app/server/policies/chats'
import { findWritingAdmin, TEAM_ID } from '@app/server/policies/team'
import { sql } from 'kysely'
import { takeInviteQuota } from '../limits/invites.ts'
import type { Limits } from '../limits/limits.ts'
import { findByName, type OtherMember, requireBothActive } from '../members/lookup.ts'
import { advanceReadPosition, incrementChatVersion, insertMessage, recountUnread } from './messages.ts'
import {
  deleteChatRow,
  deleteDecline,
  findDeclinedInvite,
  hasDeclined,
  insertDecline,
  moveToFolder,
  readRelation,
} from './queries.ts'
import { listViews } from './summaries.ts'

/** Passes each participant's view of the chat to `notify`, and returns that of the acting member. */
async function notifyParticipants(
  tx: MemberTx,
  chatId: string,
  notify: (memberId: string, chat: ChatSummary) => void,
): Promise<ChatSummary> {
  const views = await listViews(tx.db, chatId, tx.now())
  for (const { memberId, chat } of views) notify(memberId, chat)
  const ownView = views.find(({ memberId }) => memberId === tx.member.id)
  if (!ownView) throw new AppError('NOT_FOUND')
  return ownView.chat
}

async function assertInvitable(tx: MemberTx, other: OtherMember): Promise<void> {
  const relation = await readRelation(tx.db, tx.member, other)
  const { status } = chatStatus(relation)
  if (status === null)
    throw new AppError('VALIDATION', { fields: [{ path: 'recipientName', problem: 'field.invalid' }] })
  if (status === 'IGNORING' || status === 'IGNORED') throw new AppError('FORBIDDEN')
  if (relation.chat) throw new AppError('CONFLICT')
}

/**
 * Withdraws the caller's decline of the other's invite, which only an invite by the caller does, and deletes that
 * invite.
 */
async function withdrawDecline(tx: MemberTx, otherId: string): Promise<void> {
  await deleteDecline(tx.db, otherId, tx.member.id)
  const declined = await findDeclinedInvite(tx.db, otherId, tx.member.id)
  if (!declined) return
  await deleteChatRow(tx.db, declined.id)
  tx.notify([otherId], { type: 'chat:changed', chatId: declined.id, chat: null })
}

const isWithTeam = (tx: MemberTx, other: OtherMember): boolean => tx.member.id === TEAM_ID || other.id === TEAM_ID

const createPreview = (message: string): string => [...message].slice(0, CHAT_PREVIEW_LENGTH).join('')

/**
 * Reopens a chat with the team that its member has left, with all of its messages. Returns undefined if there is none.
 * The new state and the message are two versions, of which only the second is pushed, so that a client that has the
 * chat loaded detects a gap and requests the message. The caller holds `lockPair`.
 */
async function reopenTeamChat(tx: MemberTx, other: OtherMember, message: string): Promise<string | undefined> {
  const at = tx.now().toISOString()
  const { rows } = await sql<{ id: string; version: number }>`
    update chats set state = 'OPEN', version = version + 2, "lastMessage" = ${createPreview(message)}, "lastSenderId" = ${tx.member.id}
    where least("creatorId", "invitedId") = ${sql.raw(TEAM_ID)}
      and greatest("creatorId", "invitedId") = greatest(${tx.member.id}::bigint, ${other.id}::bigint)
      and state = 'ENDED' and "heldState" is null
    returning id, version`.execute(tx.db)
  const [chat] = rows
  if (!chat) return undefined
  const { id } = await insertMessage(tx.db, {
    chatId: chat.id,
    senderId: tx.member.id,
    writtenById: findWritingAdmin(tx.member),
    clientId: randomUUID(),
    message,
    sentAt: at,
    version: chat.version,
  })
  const memberRows = tx.db.updateTable('chat_members').where('chatId', '=', chat.id)
  await memberRows.set({ folder: 'CHATS', lastUpdate: at }).execute()
  await advanceReadPosition(tx.db, chat.id, tx.member.id, id, tx.now())
  for (const memberId of [tx.member.id, other.id]) await recountUnread(tx.db, chat.id, memberId)
  return chat.id
}

async function insertChat(tx: MemberTx, other: OtherMember, message: string): Promise<string> {
  const isTeamChat = isWithTeam(tx, other)
  const declined = !isTeamChat && (await hasDeclined(tx.db, tx.member.id, other.id))
  const at = tx.now().toISOString()
  const { id: chatId } = await tx.db
    .insertInto('chats')
    .values({
      creatorId: tx.member.id,
      invitedId: other.id,
      state: isTeamChat ? 'OPEN' : 'INVITED',
      lastMessage: createPreview(message),
      lastSenderId: tx.member.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await insertMessage(tx.db, {
    chatId,
    senderId: tx.member.id,
    writtenById: findWritingAdmin(tx.member),
    clientId: randomUUID(),
    message,
    sentAt: at,
    version: 1,
  })
  const recipientFolder = declined ? 'GONE' : 'INVITES'
  await tx.db
    .insertInto('chat_members')
    .values([
      {
        chatId,
        memberId: tx.member.id,
        otherId: other.id,
        folder: isTeamChat ? 'CHATS' : 'SENT',
        lastUpdate: at,
        lastReadId: id,
        lastReadAt: at,
      },
      {
        chatId,
        memberId: other.id,
        otherId: tx.member.id,
        folder: isTeamChat ? 'CHATS' : recipientFolder,
        lastUpdate: at,
        unread: isTeamChat ? 1 : 0,
      },
    ])
    .execute()
  return chatId
}

/**
 * Invites a member to a chat; a chat with the team opens immediately. If the recipient has declined before, the invite
 * looks sent but is not delivered.
 */
export async function inviteToChat(
  ctx: MemberCtx,
  limits: Limits,
  { recipientName, message }: InviteToChat,
): Promise<ChatSummary> {
  const other = await findByName(ctx.db, recipientName)
  if (!other) throw new AppError('NOT_FOUND')
  await takeInviteQuota(ctx, limits)
  return transact(ctx, async (tx) => {
    await lockPair(tx.db, tx.member.id, other.id)
    await requireBothActive(tx.db, tx.member.id, other.id)
    await assertInvitable(tx, other)
    await withdrawDecline(tx, other.id)
    const reopenedId = isWithTeam(tx, other) ? await reopenTeamChat(tx, other, message) : undefined
    const chatId = reopenedId ?? (await insertChat(tx, other, message))
    return notifyParticipants(tx, chatId, (memberId, chat) =>
      tx.notify(
        [memberId],
        chat.state === 'OPEN' ? { type: 'chat:changed', chatId, chat } : { type: 'invite:new', chat },
      ),
    )
  })
}

/** Opens the chat for both, and marks the invite as read by the recipient. */
export const acceptInvite = (ctx: MemberCtx, chatId: string): Promise<ChatSummary> =>
  transact(ctx, async (tx) => {
    await lockChat(tx.db, chatId, tx.member, 'answer')
    await incrementChatVersion(tx.db, chatId)
    const at = tx.now().toISOString()
    await tx.db.updateTable('chats').set({ state: 'OPEN' }).where('id', '=', chatId).execute()
    await tx.db
      .updateTable('chat_members')
      .set({ folder: 'CHATS', lastUpdate: at })
      .where('chatId', '=', chatId)
      .execute()
    await tx.db
      .updateTable('chat_members')
      .set({ lastReadAt: at, lastReadId: sql<string>`(select max(id) from chat_messages where "chatId" = ${chatId})` })
      .where('chatId', '=', chatId)
      .where('memberId', '=', tx.member.id)
      .execute()
    return notifyParticipants(tx, chatId, (memberId, chat) =>
      tx.notify([memberId], { type: 'invite:answered', chatId, answer: 'ACCEPTED', chat }),
    )
  })

/** Removes the invite from the recipient's lists for good; the inviter is not notified and sees no difference. */
export const declineInvite = (ctx: MemberCtx, chatId: string): Promise<void> =>
  transact(ctx, async (tx) => {
    const { creatorId } = await lockChat(tx.db, chatId, tx.member, 'answer')
    await moveToFolder(tx.db, chatId, tx.member.id, 'GONE')
    await insertDecline(tx.db, creatorId, tx.member.id)
    tx.notify([tx.member.id], { type: 'invite:answered', chatId, answer: 'DECLINED', chat: null })
  })

/** Defers the invite: moves it to the end of the list and removes it from the badge. */
export const markInviteMaybe = (ctx: MemberCtx, chatId: string): Promise<ChatSummary> =>
  transact(ctx, async (tx) => {
    await lockChat(tx.db, chatId, tx.member, 'answer')
    await moveToFolder(tx.db, chatId, tx.member.id, 'MAYBE')
    return notifyParticipants(tx, chatId, (memberId, chat) => {
      if (memberId === tx.member.id) tx.notify([memberId], { type: 'invite:answered', chatId, answer: 'MAYBE', chat })
    })
  })
