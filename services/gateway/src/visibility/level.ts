import { Duty } from '@app/contract/members/duties'
import type { MemberLevel } from '@app/contract/members/members'
import { type TransactionContext, transact } from '@app/server/delivery/transact'
import { lockLevel } from '@app/server/policies/actors'
import { lockDuties } from '@app/server/policies/duties'
import { requireNoMeasure } from '@app/server/policies/measures'
import { deleteGrantsOf } from '../photos/queries.ts'
import { revokeAllAccess } from '../sessions/actions.ts'
import { storeDuties } from '../team-duties/changing.ts'
import { refreshBadges } from '../verifications/badges.ts'
import { holdMember, lockMemberAndConfirmed, restoreMember } from './holding.ts'

/**
 * Makes a member an admin, who acts as the team and has no visible profile, or an admin a member again. Revokes all
 * access to the account, so that no open connection keeps the permissions of the old level, and no calendar feed shows the
 * events of the previous acting party. An admin neither shows nor sees a PRIVATE album: the account's grants are
 * deleted and not restored. A new admin gets these duties. Returns false if the member already has this level. Throws
 * RESTRICTED for a member whom a measure of the team restricts.
 */
export const changeLevel = (
  ctx: TransactionContext,
  memberId: string,
  level: MemberLevel,
  duties: readonly Duty[] = Duty.options,
): Promise<boolean> =>
  transact(ctx, async (tx) => {
    await lockLevel(tx.db, memberId)
    await lockDuties(tx.db)
    await lockMemberAndConfirmed(tx.db, memberId)
    const accounts = tx.db.selectFrom('members').select('level').where('id', '=', memberId)
    const account = await accounts.executeTakeFirstOrThrow()
    if (account.level === level) return false
    if (level === 'ADMIN') await requireNoMeasure(tx.db, memberId, tx.now())
    await tx.db.updateTable('members').set({ level }).where('id', '=', memberId).execute()
    if (level === 'ADMIN') {
      await holdMember(tx, memberId)
      await deleteGrantsOf(tx.db, memberId)
    } else await restoreMember(tx, memberId)
    await refreshBadges(tx, memberId)
    await revokeAllAccess(tx, memberId)
    await storeDuties(tx, { byId: null, memberId, duties: level === 'ADMIN' ? duties : [] })
    return true
  })

/** Replaces the duties of an admin on behalf of the operator. Returns false if the admin already has exactly these. */
export const setDuties = (ctx: TransactionContext, memberId: string, duties: readonly Duty[]): Promise<boolean> =>
  transact(ctx, async (tx) => {
    await lockLevel(tx.db, memberId)
    await lockDuties(tx.db)
    return storeDuties(tx, { byId: null, memberId, duties })
  })
