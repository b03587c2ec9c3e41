import { type RawBuilder, sql } from 'kysely'
import type { Member } from '../context.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { AppError } from '../errors.ts'

/**
 * The list of a member that contains a chat. MAYBE: the member put the invite aside. FILTERED: the member's contact rule
 * did. KEPT: the member has blocked the other and can only read it. GONE: no list.
 */
export type ChatFolder = 'CHATS' | 'INVITES' | 'MAYBE' | 'SENT' | 'FILTERED' | 'KEPT' | 'GONE'

/** A chat as the policy sees it: its state, and the relation between its two members. */
export type ChatRow = {
  id: string
  creatorId: string
  invitedId: string
  state: 'INVITED' | 'OPEN' | 'ENDED'
  version: number
  creatorIgnores: boolean
  invitedIgnores: boolean
  otherId: string
  folder: ChatFolder
  otherFolder: ChatFolder
}

/** read: view the chat. answer: answer the invite (accept, maybe, decline). write: send, mark as read. */
export type ChatAction = 'read' | 'answer' | 'write'

/** Throws unless the policy allows the action. A missing chat and a chat of other members give the same error. */
export function assertChatAccess(chat: ChatRow | undefined, action: ChatAction): ChatRow {
  if (!chat || chat.folder === 'GONE') throw new AppError('NOT_FOUND')
  if (action === 'read') return chat
  if (action === 'answer' && chat.state !== 'INVITED') throw new AppError('CONFLICT')
  if (action === 'answer' && chat.folder === 'SENT') throw new AppError('FORBIDDEN')
  if (action === 'write' && chat.state !== 'OPEN') throw new AppError('FORBIDDEN')
  if (chat.creatorIgnores || chat.invitedIgnores) throw new AppError('FORBIDDEN')
  return chat
}

/** Ids are text, since numbers in JSON would lose digits. */
const SELECT_CHATS = `
  select c.id::text, c."creatorId"::text, c."invitedId"::text, c.state, c.version,
    c."creatorIgnores", c."invitedIgnores", mine."otherId"::text, mine.folder, theirs.folder as "otherFolder"
  from chats c
  join chat_members mine on mine."chatId" = c.id
  join chat_members theirs on theirs."chatId" = c.id and theirs."memberId" = mine."otherId"`

/**
 * Returns the query for the row that `assertChatAccess` checks, which other statements can include. The ids are SQL
 * expressions.
 */
export const selectChat = (chatId: string, memberId: string): string =>
  `${SELECT_CHATS} where c.id = ${chatId} and mine."memberId" = ${memberId}`

async function findChat(db: Database, chatId: string, { id }: Pick<Member, 'id'>): Promise<ChatRow | undefined> {
  const { rows } = await sql<ChatRow>`
    ${sql.raw(SELECT_CHATS)} where c.id = ${chatId} and mine."memberId" = ${id}`.execute(db)
  return rows[0]
}

/**
 * Returns a SQL predicate that checks whether a participant has yet to see that their invite was accepted. The arguments
 * are the aliases of the chat's row and of the participant's row.
 */
export const isAcceptanceUnread = (chat: string, participant: string): string =>
  `(${chat}."acceptedAt" is not null and ${chat}."creatorId" = ${participant}."memberId" and ${participant}."lastReadId" is null)`

/** Returns a query for the chat of two members if it is open and neither ignores the other. */
export const selectOpenChat = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql<{ id: string }>`
  select id from chats where least("creatorId", "invitedId") = least(${one}, ${other})
    and greatest("creatorId", "invitedId") = greatest(${one}, ${other})
    and state = 'OPEN' and not "creatorIgnores" and not "invitedIgnores"`

/** Returns a chat if the policy allows the action, and throws otherwise. */
export async function requireChat(
  db: Database,
  chatId: string,
  member: Pick<Member, 'id'>,
  action: ChatAction,
): Promise<ChatRow> {
  return assertChatAccess(await findChat(db, chatId, member), action)
}

/** Authorizes an action on a chat and locks it until the transaction ends. Other members' requests do not lock it. */
export async function lockChat(
  db: DatabaseTransaction,
  chatId: string,
  member: Pick<Member, 'id'>,
  action: ChatAction,
): Promise<ChatRow> {
  await sql`
    select id from chats where id = ${chatId} and ${member.id} in ("creatorId", "invitedId") for update`.execute(db)
  return assertChatAccess(await findChat(db, chatId, member), action)
}

/** Serializes actions that concern the same two members, such as inviting and ignoring, until the transaction ends. */
export async function lockPair(db: DatabaseTransaction, oneId: string, otherId: string): Promise<void> {
  const [low, high] = BigInt(oneId) < BigInt(otherId) ? [oneId, otherId] : [otherId, oneId]
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pair:${low}:${high}`}, 0))`.execute(db)
}
