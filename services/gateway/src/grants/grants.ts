import type { PrivateGrant } from '@app/contract/photos'
import type { MemberCtx } from '@app/server/context'
import type { Database } from '@app/server/db/database'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { profilePhotoUrl } from '@app/server/photos/pictures'
import { lockChat, lockPair } from '@app/server/policies/chats'
import { isVisibleMember } from '@app/server/policies/team'
import { sql } from 'kysely'
import { readRelation } from '../chats/queries.ts'
import { listViews } from '../chats/summaries.ts'
import { requireOther } from '../members/lookup.ts'

/** Updates the chat's summary on the caller's devices; the other member is not notified. */
async function notifyOwnDevices(tx: MemberTx, chatId: string): Promise<void> {
  for (const { memberId, chat } of await listViews(tx.db, chatId, tx.now()))
    if (memberId === tx.member.id) tx.notify([memberId], { type: 'chat:changed', chatId, chat })
}

/**
 * Lets a member with whom the caller has an open chat see the caller's PRIVATE album; idempotent. Locks the chat,
 * because leaving it deletes the grants and would miss a concurrent one. Never granted to the team.
 */
export async function grantPrivate(ctx: MemberCtx, userName: string): Promise<void> {
  const other = await requireOther(ctx.db, ctx.member, userName)
  await transact(ctx, async (tx) => {
    await lockPair(tx.db, tx.member.id, other.id)
    const { chat, team } = await readRelation(tx.db, tx.member, other)
    if (!chat || team) throw new AppError('FORBIDDEN')
    await lockChat(tx.db, chat.chatId, tx.member, 'write')
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto('private_grants')
      .values({ ownerId: tx.member.id, viewerId: other.id, grantedAt: tx.now().toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows) await notifyOwnDevices(tx, chat.chatId)
  })
}

/** Revokes the grant, even if the chat has ended. */
export async function revokePrivate(ctx: MemberCtx, userName: string): Promise<void> {
  const other = await requireOther(ctx.db, ctx.member, userName)
  await transact(ctx, async (tx) => {
    await lockPair(tx.db, tx.member.id, other.id)
    const { numDeletedRows } = await tx.db
      .deleteFrom('private_grants')
      .where('ownerId', '=', tx.member.id)
      .where('viewerId', '=', other.id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
    const { chat } = await readRelation(tx.db, tx.member, other)
    if (chat) await notifyOwnDevices(tx, chat.chatId)
  })
}

/** Lists the members who may see the owner's PRIVATE album, the latest grant first. */
export const listGrants = (db: Database, ownerId: string): Promise<PrivateGrant[]> =>
  db
    .selectFrom('private_grants')
    .innerJoin('members', 'members.id', 'private_grants.viewerId')
    .select(['userName', 'grantedAt', profilePhotoUrl('members', 'small').as('profilePhotoUrl')])
    .where('ownerId', '=', ownerId)
    .where(sql<boolean>`${sql.raw(isVisibleMember('members'))}`)
    .orderBy('grantedAt', 'desc')
    .orderBy('viewerId')
    .execute()
