import type { Group } from '@app/contract/groups'
import type { MemberCtx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { lockActorExclusively } from '@app/server/policies/actors'
import { lockGroup } from '@app/server/policies/groups'
import { deleteInvitesTo } from './invite-queries.ts'
import { notifyInvitesRemoved } from './invites.ts'
import { applyMembershipChange, requireGroupQuota } from './membership.ts'
import { insertMembership } from './queries.ts'
import { readGroup } from './summaries.ts'

const enterGroup = (ctx: MemberCtx, groupId: string, by: 'join' | 'answer'): Promise<Group> =>
  transact(ctx, async (tx) => {
    const memberId = tx.member.id
    await lockActorExclusively(tx.db, tx.member.id)
    await lockGroup(tx.db, groupId, tx.member, by)
    await requireGroupQuota(ctx, tx)
    await insertMembership(tx.db, { groupId, memberId, admin: false }, tx.now())
    if (await deleteInvitesTo(tx.db, groupId, memberId)) notifyInvitesRemoved(tx, groupId, [memberId])
    await applyMembershipChange(tx, [groupId], 1, [{ groupId, memberId }])
    return readGroup(tx.db, groupId, memberId)
  })

/** Joins an open group, whether invited or not. */
export const joinGroup = (ctx: MemberCtx, groupId: string): Promise<Group> => enterGroup(ctx, groupId, 'join')

export const acceptGroupInvite = (ctx: MemberCtx, groupId: string): Promise<Group> => enterGroup(ctx, groupId, 'answer')
