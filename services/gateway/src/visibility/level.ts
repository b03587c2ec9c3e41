import type { MemberLevel } from '@app/contract/members/members'
import { type TransactionContext, transact } from '@app/server/delivery/transact'
import { lockLevel } from '@app/server/policies/actors'
import { deleteGrantsOf } from '../photos/queries.ts'
import { notifySessionsEnded } from '../sessions/actions.ts'
import { deleteAllSessions } from '../sessions/queries.ts'
import { refreshBadges } from '../verifications/badges.ts'
import { holdMember, lockWithConfirmed, restoreMember } from './holding.ts'

/**
 * Makes a member an admin, who acts as the team and has no member profile in the meantime, or a member again. Ends the
 * account's sessions, so that no open connection keeps the permissions of the old level. An admin neither shows nor
 * sees a PRIVATE album: its grants are deleted and do not return. Returns false if nothing changes.
 */
export const changeLevel = (ctx: TransactionContext, memberId: string, level: MemberLevel): Promise<boolean> =>
  transact(ctx, async (tx) => {
    await lockLevel(tx.db, memberId)
    await lockWithConfirmed(tx.db, memberId)
    const account = tx.db.selectFrom('members').select('level').where('id', '=', memberId)
    const before = await account.executeTakeFirstOrThrow()
    if (before.level === level) return false
    await tx.db.updateTable('members').set({ level }).where('id', '=', memberId).execute()
    if (level === 'ADMIN') {
      await holdMember(tx, memberId)
      await deleteGrantsOf(tx.db, memberId)
    } else await restoreMember(tx, memberId)
    await refreshBadges(tx, memberId)
    notifySessionsEnded(tx, memberId, await deleteAllSessions(tx.db, memberId))
    return true
  })
