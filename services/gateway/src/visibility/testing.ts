import { type TransactionContext, transact } from '@app/server/delivery/transact'
import type { TestMember } from '@app/server/testing/members'
import { holdMember, lockMemberAndConfirmed, restoreMember } from './holding.ts'

const setDeletedAt = (ctx: TransactionContext, id: string, deletedAt: string | null, then: typeof holdMember) =>
  transact(ctx, async (tx) => {
    await lockMemberAndConfirmed(tx.db, id)
    await tx.db.updateTable('members').set({ deletedAt }).where('id', '=', id).execute()
    await then(tx, id)
  })

/** Hides a member, as the deletion of the account does. */
export const hideMember = (ctx: TransactionContext, { id }: TestMember): Promise<void> =>
  setDeletedAt(ctx, id, new Date().toISOString(), holdMember)

/** Reverses `hideMember`, as the restoration of the account does. */
export const showMember = (ctx: TransactionContext, { id }: TestMember): Promise<void> =>
  setDeletedAt(ctx, id, null, restoreMember)
