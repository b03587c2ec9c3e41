import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { deleteMemberAnswers } from '@app/server/events/seats'
import { lockGroup } from '@app/server/policies/groups'
import type { MemberCtx } from '../context.ts'
import { deleteLockedGroup } from './deleting.ts'
import { withdrawInvitesBy } from './invites.ts'
import { applyMembershipChange } from './membership.ts'
import { deleteMembership, findMembership, hasMembers } from './queries.ts'

/** Removes a member, and deletes the group if no member remains. The caller holds the group's lock. */
export async function removeFromGroup(tx: MemberTx, groupId: string, memberId: string): Promise<void> {
  await deleteMembership(tx.db, groupId, memberId)
  await withdrawInvitesBy(tx, groupId, memberId)
  await deleteMemberAnswers(tx, { memberId, groupId })
  tx.notify([memberId], { type: 'group:changed', groupId, group: null })
  if (await hasMembers(tx.db, groupId)) await applyMembershipChange(tx, [groupId], { delta: -1 })
  else await deleteLockedGroup(tx, groupId)
}

/** Leaves a group. Transfers the ownership if the owner leaves, and deletes the group if no member remains. */
export const leaveGroup = (ctx: MemberCtx, groupId: string): Promise<void> =>
  transact(ctx, async (tx) => {
    await lockGroup(tx.db, groupId, tx.member, 'read')
    await removeFromGroup(tx, groupId, tx.member.id)
  })

/** Removes a member. The owner cannot be removed, and admins cannot remove themselves. */
export const removeMember = (ctx: MemberCtx, groupId: string, userName: string): Promise<void> =>
  transact(ctx, async (tx) => {
    await lockGroup(tx.db, groupId, tx.member, 'admin')
    const target = await findMembership(tx.db, groupId, userName)
    if (!target) throw new AppError('NOT_FOUND')
    if (target.owner || target.memberId === tx.member.id) throw new AppError('FORBIDDEN')
    await removeFromGroup(tx, groupId, target.memberId)
  })
