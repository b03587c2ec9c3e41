import { randomUUID } from 'node:crypto'
import type { ChatSummary, InviteToChat } from '@app/contract/chats'
import { CHAT_PREVIEW_LENGTH, UNANSWERED_INVITES_MAX } from '@app/contract/limits'
import type { Unsigned } from '@app/contract/media'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { type ChatRow, lockChat, lockPair } from '@app/server/policies/chats'
import { requireNoRestriction } from '@app/server/policies/measures'
import { findWritingAdmin, TEAM_ID } from '@app/server/policies/team'
import type { Trust } from '@app/server/policies/trust'
import { sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import { countInvite, countSameWords } from '../limits/invites.ts'
import { findByName, lockVisiblePair, type OtherMember } from '../members/lookup.ts'
import { advanceReadPosition, incrementChatVersion, insertMessage, recountUnread } from './messages.ts'
import {
  deleteChatRow,
  deleteDecline,
  findDeclinedInvite,
  hasDeclined,
  insertDecline,
  insertPastInvite,
  moveInviteToMaybe,
  removeFromLists,
} from './queries.ts'
import { readContact } from './status.ts'
import { listViews } from './summaries.ts'

/**
 * Passes the views of the participants who may learn of the chat to `notify`, and returns the acting member's view.
 * `listViews` omits the others.
 */
async function notifyParticipants(
  tx: MemberTx,
  chatId: string,
  notify: (memberId: string, chat: Unsigned<typeof ChatSummary>) => void,
): Promise<Unsigned<typeof ChatSummary>> {
  const views = await listViews(tx.db, chatId, tx.now())
  for (const { memberId, chat } of views) notify(memberId, chat)
  const ownView = views.find(({ memberId }) => memberId === tx.member.id)
  if (!ownView) throw new AppError('NOT_FOUND')
  return ownView.chat
}

/** Throws if the caller may not invite the other member. Returns the folder in which the invite arrives. */
async function requireInvitable(ctx: MemberCtx, tx: MemberTx, other: OtherMember): Promise<'INVITES' | 'FILTERED'> {
  const {
    status: { status },
    isFiltered,
    hasChat,
  } = await readContact(ctx, tx.db, other)
  if (status === null)
    throw new AppError('VALIDATION', { fields: [{ path: 'recipientName', problem: 'field.invalid' }] })
  if (status === 'IGNORING' || status === 'IGNORED') throw new AppError('FORBIDDEN')
  if (hasChat) throw new AppError('CONFLICT')
  if (status === 'NOT_ACCEPTING') throw new AppError('NOT_ACCEPTING')
  return isFiltered ? 'FILTERED' : 'INVITES'
}

/**
 * Withdraws the caller's decline of the other member's invite, and deletes that invite. Only an invite by the member who
 * declined withdraws a decline.
 */
async function withdrawDecline(tx: MemberTx, otherId: string): Promise<void> {
  await deleteDecline(tx.db, otherId, tx.member.id)
  const declinedInvite = await findDeclinedInvite(tx.db, otherId, tx.member.id)
  if (!declinedInvite) return
  await deleteChatRow(tx.db, declinedInvite.id)
  tx.notify([otherId], { type: 'chat:changed', chatId: declinedInvite.id, chat: null })
}

const isWithTeam = ({ member }: Pick<MemberTx, 'member'>, other: OtherMember): boolean =>
  member.id === TEAM_ID || other.id === TEAM_ID

const createPreview = (message: string): string => [...message].slice(0, CHAT_PREVIEW_LENGTH).join('')

/**
 * Reopens a chat with the team that the member has left, with all of its messages, and returns its id; undefined if
 * there is none. Increments the version by two but pushes only once, so that a client that has the chat loaded detects
 * a gap and requests the message. The caller holds `lockPair`.
 */
async function reopenTeamChat(tx: MemberTx, other: OtherMember, message: string): Promise<string | undefined> {
  const sentAt = tx.now().toISOString()
  const { rows } = await sql<{ id: string; version: number }>`
    update chats set state = 'OPEN', version = version + 2, "lastMessage" = ${createPreview(message)}, "lastSenderId" = ${tx.member.id},
      "lastMessageReacted" = false
    where least("creatorId", "invitedId") = ${sql.raw(TEAM_ID)}
      and greatest("creatorId", "invitedId") = greatest(${tx.member.id}::bigint, ${other.id}::bigint)
      and state = 'ENDED' and "heldState" is null
    returning id, version`.execute(tx.db)
  const [chat] = rows
  if (!chat) return undefined
  const { id: messageId } = await insertMessage(tx.db, {
    chatId: chat.id,
    senderId: tx.member.id,
    writtenById: findWritingAdmin(tx.member),
    clientId: randomUUID(),
    message,
    sentAt,
    version: chat.version,
  })
  await tx.db
    .updateTable('chat_members')
    .set({ folder: 'CHATS', lastUpdate: sentAt, goneAt: null })
    .where('chatId', '=', chat.id)
    .execute()
  await advanceReadPosition(tx.db, chat.id, tx.member.id, messageId, tx.now())
  for (const memberId of [tx.member.id, other.id]) await recountUnread(tx.db, chat.id, memberId)
  return chat.id
}

/**
 * Inserts an invite, or an open chat if the team is a participant, with its first message. An invite to a member who
 * has declined one before is not delivered.
 */
async function insertChat(
  tx: MemberTx,
  other: OtherMember,
  { message, folder }: { message: string; folder: 'INVITES' | 'FILTERED' },
): Promise<string> {
  const isTeamChat = isWithTeam(tx, other)
  const isDeclined = !isTeamChat && (await hasDeclined(tx.db, tx.member.id, other.id))
  const sentAt = tx.now().toISOString()
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
  const { id: messageId } = await insertMessage(tx.db, {
    chatId,
    senderId: tx.member.id,
    writtenById: findWritingAdmin(tx.member),
    clientId: randomUUID(),
    message,
    sentAt,
    version: 1,
  })
  if (!isTeamChat) await insertPastInvite(tx.db, tx.member.id, other.id)
  const recipientFolder = isDeclined ? 'GONE' : folder
  await tx.db
    .insertInto('chat_members')
    .values([
      {
        chatId,
        memberId: tx.member.id,
        otherId: other.id,
        folder: isTeamChat ? 'CHATS' : 'SENT',
        lastUpdate: sentAt,
        lastReadId: messageId,
        lastReadAt: sentAt,
      },
      {
        chatId,
        memberId: other.id,
        otherId: tx.member.id,
        folder: isTeamChat ? 'CHATS' : recipientFolder,
        lastUpdate: sentAt,
        unread: isTeamChat ? 1 : 0,
      },
    ])
    .execute()
  return chatId
}

/**
 * Throws INVITES_UNANSWERED if the caller has too many unanswered invites. Locks their number until the transaction
 * ends, before the lock of the pair.
 */
async function requireFewUnanswered(tx: MemberTx, trust: Trust): Promise<void> {
  const max = UNANSWERED_INVITES_MAX[trust]
  await sql`select pg_advisory_xact_lock(hashtextextended(${`invites:${tx.member.id}`}, 0))`.execute(tx.db)
  const { rows } = await sql`
    select from chat_members where "memberId" = ${tx.member.id} and folder = 'SENT' limit ${max}`.execute(tx.db)
  if (rows.length >= max) throw new AppError('INVITES_UNANSWERED')
}

/**
 * Stores an invite and notifies its participants. A chat with the team is exempt from the limit on unanswered invites and
 * from restrictions on contact.
 */
const storeInvite = (ctx: MemberCtx, other: OtherMember, { message, trust }: { message: string; trust: Trust }) =>
  transact(ctx, async (tx) => {
    const isTeamChat = isWithTeam(ctx, other)
    if (!isTeamChat) await requireFewUnanswered(tx, trust)
    await lockPair(tx.db, tx.member.id, other.id)
    await lockVisiblePair(tx.db, tx.member.id, other.id)
    const folder = await requireInvitable(ctx, tx, other)
    if (!isTeamChat) await requireNoRestriction(tx.db, tx.member.id, 'CONTACT', tx.now())
    await withdrawDecline(tx, other.id)
    const reopenedId = isTeamChat ? await reopenTeamChat(tx, other, message) : undefined
    const chatId = reopenedId ?? (await insertChat(tx, other, { message, folder }))
    return notifyParticipants(tx, chatId, (memberId, chat) =>
      tx.notify(
        [memberId],
        chat.state === 'OPEN' ? { type: 'chat:changed', chatId, chat } : { type: 'invite:new', chat },
      ),
    )
  })

/**
 * Invites a member to a chat; a chat with the team opens immediately. If the recipient has declined before, the invite
 * looks sent but is not delivered; if the recipient's contact rule puts it aside, it is delivered without a push.
 */
export async function inviteToChat(
  ctx: MemberCtx,
  { recipientName, message }: InviteToChat,
): Promise<Unsigned<typeof ChatSummary>> {
  const other = await findByName(ctx.db, ctx.member, recipientName)
  if (!other) throw new AppError('NOT_FOUND')
  return countInvite(ctx, (trust) => {
    const send = () => storeInvite(ctx, other, { message, trust })
    return isWithTeam(ctx, other) ? send() : countSameWords(ctx, message, send)
  })
}

/**
 * Accepts an invite: opens the chat for both members, and marks the invite as read by the recipient. The inviter has no
 * read position until they open the chat, so that the acceptance counts as one unread message.
 */
export const acceptInvite = (ctx: MemberCtx, chatId: string): Promise<Unsigned<typeof ChatSummary>> =>
  transact(ctx, async (tx) => {
    await lockChat(tx.db, chatId, tx.member, 'answer')
    await incrementChatVersion(tx.db, chatId)
    const acceptedAt = tx.now().toISOString()
    await tx.db.updateTable('chats').set({ state: 'OPEN', acceptedAt }).where('id', '=', chatId).execute()
    await tx.db
      .updateTable('chat_members')
      .set({ folder: 'CHATS', lastUpdate: acceptedAt, unread: 1, lastReadId: null, lastReadAt: null })
      .where('chatId', '=', chatId)
      .execute()
    await tx.db
      .updateTable('chat_members')
      .set({
        unread: 0,
        lastReadAt: acceptedAt,
        lastReadId: sql<string>`(select max(id) from chat_messages where "chatId" = ${chatId})`,
      })
      .where('chatId', '=', chatId)
      .where('memberId', '=', tx.member.id)
      .execute()
    return notifyParticipants(tx, chatId, (memberId, chat) =>
      tx.notify([memberId], { type: 'invite:answered', chatId, answer: 'ACCEPTED', chat }),
    )
  })

/** Declines an invite that the caller has locked with 'answer'. */
export async function declineInTransaction(tx: MemberTx, { id, creatorId }: ChatRow): Promise<void> {
  await removeFromLists(tx.db, id, [tx.member.id], tx.now())
  await insertDecline(tx.db, creatorId, tx.member.id)
  tx.notify([tx.member.id], { type: 'invite:answered', chatId: id, answer: 'DECLINED', chat: null })
}

/**
 * Declines an invite: removes it from the recipient's lists permanently. The inviter is not notified and sees no
 * difference.
 */
export const declineInvite = (ctx: MemberCtx, chatId: string): Promise<void> =>
  transact(ctx, async (tx) => declineInTransaction(tx, await lockChat(tx.db, chatId, tx.member, 'answer')))

/** Answers an invite with 'maybe': moves it to the end of the recipient's list, and omits it from the count of invites. */
export const markInviteMaybe = (ctx: MemberCtx, chatId: string): Promise<Unsigned<typeof ChatSummary>> =>
  transact(ctx, async (tx) => {
    await lockChat(tx.db, chatId, tx.member, 'answer')
    await moveInviteToMaybe(tx.db, chatId, tx.member.id)
    return notifyParticipants(tx, chatId, (memberId, chat) => {
      if (memberId === tx.member.id) tx.notify([memberId], { type: 'invite:answered', chatId, answer: 'MAYBE', chat })
    })
  })
