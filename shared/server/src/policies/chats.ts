import { type RawBuilder, sql } from 'kysely'
import type { Member } from '../context.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { AppError } from '../errors.ts'

/** A chat as the rules see it: its state, and what stands between its two members. */
export type ChatRow = {
  id: string
  creatorId: string
  invitedId: string
  state: 'INVITED' | 'OPEN' | 'ENDED'
  version: number
  creatorIgnores: boolean
  invitedIgnores: boolean
  otherId: string
  folder: 'CHATS' | 'INVITES' | 'MAYBE' | 'SENT' | 'GONE'
  otherFolder: 'CHATS' | 'INVITES' | 'MAYBE' | 'SENT' | 'GONE'
}

/** read: see it. answer: accept, decline, put aside. write: send, mark as read. */
export type ChatAction = 'read' | 'answer' | 'write'

/** The one rule for chats. What is not there and what is not mine are the same answer. */
export function assertChatAccess(chat: ChatRow | undefined, action: ChatAction): ChatRow {
  if (!chat || chat.folder === 'GONE') throw new AppError('NOT_FOUND')
  if (action === 'read') return chat
  if (action === 'answer' && chat.state !== 'INVITED') throw new AppError('CONFLICT')
  if (action === 'answer' && chat.folder === 'SENT') throw new AppError('FORBIDDEN')
  if (action === 'write' && chat.state !== 'OPEN') throw new AppError('FORBIDDEN')
  if (chat.creatorIgnores || chat.invitedIgnores) throw new AppError('FORBIDDEN')
  return chat
}

/** The row that `judgeChat` judges, for statements that ask for more at the same time; ids as text, so that JSON keeps them. */
export const selectChat = (chatId: string, memberId: string) => sql<ChatRow>`
  select c.id::text, c."creatorId"::text, c."invitedId"::text, c.state, c.version, c."creatorIgnores", c."invitedIgnores",
    mine."otherId"::text, mine.folder, theirs.folder as "otherFolder"
  from chats c
  join chat_members mine on mine."chatId" = c.id and mine."memberId" = ${memberId}
  join chat_members theirs on theirs."chatId" = c.id and theirs."memberId" = mine."otherId"
  where c.id = ${chatId}`

/** The chat of these two, while it is open and neither ignores the other. */
export const selectOpenChat = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql<{ id: string }>`
  select id from chats where least("creatorId", "invitedId") = least(${one}, ${other})
    and greatest("creatorId", "invitedId") = greatest(${one}, ${other})
    and state = 'OPEN' and not "creatorIgnores" and not "invitedIgnores"`

export async function requireChat(
  db: Database,
  chatId: string,
  member: Pick<Member, 'id'>,
  action: ChatAction,
): Promise<ChatRow> {
  const { rows } = await sql<ChatRow>`${selectChat(chatId, member.id)}`.execute(db)
  return assertChatAccess(rows[0], action)
}

/** Keeps the chat as it is judged until the transaction ends; whoever wants to write to it waits. Outsiders lock nothing. */
export async function lockChat(
  db: DatabaseTransaction,
  chatId: string,
  member: Pick<Member, 'id'>,
  action: ChatAction,
): Promise<ChatRow> {
  await sql`
    select id from chats where id = ${chatId} and ${member.id} in ("creatorId", "invitedId") for update`.execute(db)
  const { rows } = await sql<ChatRow>`${selectChat(chatId, member.id)}`.execute(db)
  return assertChatAccess(rows[0], action)
}

/** Between two members one thing happens at a time: an invite, an answer, ignoring. Ends with the transaction. */
export async function lockPair(db: DatabaseTransaction, oneId: string, otherId: string): Promise<void> {
  const [low, high] = BigInt(oneId) < BigInt(otherId) ? [oneId, otherId] : [otherId, oneId]
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pair:${low}:${high}`}, 0))`.execute(db)
}
