import type { Group } from '@app/contract/groups'
import { transact } from '@app/server/delivery/transact'
import { lockActorExclusively } from '@app/server/policies/actors'
import { lockGroup } from '@app/server/policies/groups'
import type { MemberCtx } from '../context.ts'
import { deleteInvitesTo } from './invite-queries.ts'
import { notifyInvitesRemoved } from './invites.ts'
import { applyMembershipChange, assertGroupQuota } from './membership.ts'
import { insertMembership } from './queries.ts'
import { readGroup } from './summaries.ts'
import { refreshVisibility } from './visibility.ts'

/** Makes the caller a member, deletes the group's invites to them, and notifies the caller and the group. */
const addCallerToGroup = (ctx: MemberCtx, groupId: string, action: 'join' | 'answer'): Promise<Group> =>
  transact(ctx, async (tx) => {
    const memberId = tx.member.id
    await lockActorExclusively(tx.db, tx.member.id)
    await lockGroup(tx.db, groupId, tx.member, action)
    await assertGroupQuota(ctx, tx)
    await insertMembership(tx.db, { groupId, memberId, admin: false }, tx.now())
    if (await deleteInvitesTo(tx.db, groupId, memberId)) notifyInvitesRemoved(tx, groupId, [memberId])
    await refreshVisibility(tx.db, [{ groupId, memberId }])
    await applyMembershipChange(tx, [groupId], { delta: 1, changed: [{ groupId, memberId }] })
    return readGroup(tx.db, groupId, memberId)
  })

/** Joins an open group, with or without an invite. */
export const joinGroup = (ctx: MemberCtx, groupId: string): Promise<Group> => addCallerToGroup(ctx, groupId, 'join')

/** Joins a group by accepting its invite. */
export const acceptGroupInvite = (ctx: MemberCtx, groupId: string): Promise<Group> =>
  addCallerToGroup(ctx, groupId, 'answer')
