import type { MemberLevel } from '@app/contract/members'
import { refreshBadges } from '@app/server/badges'
import { transact, type Writing } from '@app/server/transact'
import { tellEnded } from '../sessions/actions.ts'
import { deleteAllSessions } from '../sessions/queries.ts'
import { holdMember, lockWithConfirmed, restoreMember } from './holding.ts'

/**
 * Makes a member an admin, who acts as the team and has no member life meanwhile, or a member again. Ends the account's
 * sessions, so that no open connection keeps what the level allowed. Returns false when nothing changes.
 */
export const changeLevel = (ctx: Writing, memberId: string, level: MemberLevel): Promise<boolean> =>
  transact(ctx, async (tx) => {
    await lockWithConfirmed(tx.db, memberId)
    const account = tx.db.selectFrom('members').select('level').where('id', '=', memberId)
    // Waits for what the admin is just writing as the team.
    const before = await account.forUpdate().executeTakeFirstOrThrow()
    if (before.level === level) return false
    await tx.db.updateTable('members').set({ level }).where('id', '=', memberId).execute()
    await (level === 'ADMIN' ? holdMember(tx, memberId) : restoreMember(tx, memberId))
    await refreshBadges(tx, memberId)
    tellEnded(tx, memberId, await deleteAllSessions(tx.db, memberId))
    return true
  })
