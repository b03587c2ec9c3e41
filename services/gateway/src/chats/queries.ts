import type { ChatStatusFacts } from '@app/contract/chat-rules'
import type { Member } from '@app/server/context'
import type { Database, DatabaseTransaction } from '@app/server/db/database'
import { TEAM_ID } from '@app/server/policies/team'
import { sql } from 'kysely'
import type { OtherMember } from '../members/lookup.ts'

/**
 * Returns the caller's relation to another member: whether either ignores the other, whether the caller has declined an
 * invite, and their open chat or invite, unless the caller has left or declined it.
 */
export async function readRelation(
  db: Database,
  caller: Member,
  other: OtherMember,
): Promise<Omit<ChatStatusFacts, 'refusedFor'>> {
  const self = caller.id === other.id
  const { rows } = await sql<Pick<ChatStatusFacts, 'iIgnore' | 'theyIgnore' | 'iDeclined' | 'chat'>>`
    select
      exists (select from ignores where "ignorerId" = ${caller.id} and "ignoredId" = ${other.id}) as "iIgnore",
      exists (select from ignores where "ignorerId" = ${other.id} and "ignoredId" = ${caller.id}) as "theyIgnore",
      exists (select from declines where "inviterId" = ${other.id} and "declinerId" = ${caller.id}) as "iDeclined",
      (select json_build_object('chatId', c.id::text, 'state', c.state, 'createdByMe', c."creatorId" = ${caller.id})
        from chats c join chat_members mine on mine."chatId" = c.id and mine."memberId" = ${caller.id}
        where least(c."creatorId", c."invitedId") = least(${caller.id}::bigint, ${other.id}::bigint)
          and greatest(c."creatorId", c."invitedId") = greatest(${caller.id}::bigint, ${other.id}::bigint)
          and c.state in ('INVITED', 'OPEN') and mine.folder <> 'GONE') as chat`.execute(db)
  const relation = rows[0] ?? { iIgnore: false, theyIgnore: false, iDeclined: false, chat: null }
  return { self, team: !self && (caller.id === TEAM_ID || other.id === TEAM_ID), ...relation }
}

/** Finds an invite that was declined. It is still stored, because its sender sees no difference. */
export const findDeclinedInvite = (
  db: DatabaseTransaction,
  inviterId: string,
  declinerId: string,
): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('chats')
    .innerJoin('chat_members', 'chat_members.chatId', 'chats.id')
    .select('chats.id')
    .where('chats.creatorId', '=', inviterId)
    .where('chats.invitedId', '=', declinerId)
    .where('chats.state', '=', 'INVITED')
    .where('chat_members.memberId', '=', declinerId)
    .where('chat_members.folder', '=', 'GONE')
    .executeTakeFirst()

export const insertDecline = (db: DatabaseTransaction, inviterId: string, declinerId: string) =>
  db
    .insertInto('declines')
    .values({ inviterId, declinerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Stores permanently that a member has invited another one. */
export const insertPastInvite = (db: DatabaseTransaction, inviterId: string, invitedId: string) =>
  db
    .insertInto('past_invites')
    .values({ inviterId, invitedId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const deleteDecline = (db: DatabaseTransaction, inviterId: string, declinerId: string) =>
  db.deleteFrom('declines').where('inviterId', '=', inviterId).where('declinerId', '=', declinerId).execute()

export async function hasDeclined(db: DatabaseTransaction, inviterId: string, declinerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('declines')
    .select('inviterId')
    .where('inviterId', '=', inviterId)
    .where('declinerId', '=', declinerId)
    .executeTakeFirst()
  return row !== undefined
}

export const deleteChatRow = (db: DatabaseTransaction, chatId: string) =>
  db.deleteFrom('chats').where('id', '=', chatId).execute()

/** Moves an invite to the recipient's folder of invites that they answered with 'maybe'. */
export const moveInviteToMaybe = (db: DatabaseTransaction, chatId: string, memberId: string) =>
  db
    .updateTable('chat_members')
    .set({ folder: 'MAYBE' })
    .where('chatId', '=', chatId)
    .where('memberId', '=', memberId)
    .execute()

/**
 * Removes a chat from the lists of these members, who can still report it for a while. A chat that has vanished from the
 * lists of both is purged later. A member who had removed it before keeps that time.
 */
export const removeFromLists = (db: DatabaseTransaction, chatId: string, memberIds: string[], now: Date) =>
  sql`
    update chat_members set folder = 'GONE', "goneAt" = coalesce("goneAt", ${now})
    where "chatId" = ${chatId} and "memberId" = any(${memberIds}::bigint[])`.execute(db)
