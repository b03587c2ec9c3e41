import type { Unsigned } from '@app/contract/media'
import type { PrivateGrant } from '@app/contract/photos'
import type { Database } from '@app/server/db/database'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { profilePhotoUrl } from '@app/server/photos/pictures'
import { isVisibleTo } from '@app/server/policies/blocking'
import { lockChat, lockPair } from '@app/server/policies/chats'
import { sql } from 'kysely'
import { readRelation } from '../chats/queries.ts'
import { listViews } from '../chats/summaries.ts'
import type { MemberCtx } from '../context.ts'
import { requireOther } from '../members/lookup.ts'
import { deleteGrant } from '../photos/queries.ts'

/** Pushes the chat's new summary to the caller's devices, but not to the other member. */
async function notifyOwnDevices(tx: MemberTx, chatId: string): Promise<void> {
  for (const { memberId, chat } of await listViews(tx.db, chatId, tx.now()))
    if (memberId === tx.member.id) tx.notify([memberId], { type: 'chat:changed', chatId, chat })
}

/**
 * Lets a member see the caller's PRIVATE album; idempotent. Throws FORBIDDEN without an open chat between the two, and
 * for the team. Locks the chat, because leaving it deletes its grants and must not miss a concurrent one.
 */
export async function grantPrivateAlbum(ctx: MemberCtx, userName: string): Promise<void> {
  const viewer = await requireOther(ctx.db, ctx.member, userName)
  await transact(ctx, async (tx) => {
    await lockPair(tx.db, tx.member.id, viewer.id)
    const { chat, team } = await readRelation(tx.db, tx.member, viewer)
    if (!chat || team) throw new AppError('FORBIDDEN')
    await lockChat(tx.db, chat.chatId, tx.member, 'write')
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto('private_grants')
      .values({ ownerId: tx.member.id, viewerId: viewer.id, grantedAt: tx.now().toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows) await notifyOwnDevices(tx, chat.chatId)
  })
}

/** Revokes a grant, even if the chat has ended; idempotent. */
export async function revokePrivateAlbum(ctx: MemberCtx, userName: string): Promise<void> {
  const viewer = await requireOther(ctx.db, ctx.member, userName)
  await transact(ctx, async (tx) => {
    await lockPair(tx.db, tx.member.id, viewer.id)
    if (!(await deleteGrant(tx.db, tx.member.id, viewer.id))) return
    const { chat } = await readRelation(tx.db, tx.member, viewer)
    if (chat) await notifyOwnDevices(tx, chat.chatId)
  })
}

/** Lists the visible members to whom the owner has granted the PRIVATE album, latest grant first. */
export const listGrants = (db: Database, ownerId: string): Promise<Unsigned<typeof PrivateGrant>[]> =>
  db
    .selectFrom('private_grants')
    .innerJoin('members', 'members.id', 'private_grants.viewerId')
    .select(['userName', 'grantedAt', profilePhotoUrl('members', 'small').as('profilePhotoUrl')])
    .where('ownerId', '=', ownerId)
    .where(sql<boolean>`${isVisibleTo(sql`${ownerId}::bigint`, 'members')}`)
    .orderBy('grantedAt', 'desc')
    .orderBy('viewerId')
    .execute()
