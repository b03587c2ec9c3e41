import type { ChangeGroup, Group, SaveGroup } from '@app/contract/groups'
import type { MemberCtx } from '@app/server/context'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { lockActorExclusively } from '@app/server/policies/actors'
import { lockGroup } from '@app/server/policies/groups'
import type { Limits } from '../limits/limits.ts'
import { rejectReservedGroupName } from '../members/reserved-names.ts'
import { applyMembershipChange, notifyGroups, requireGroupQuota } from './membership.ts'
import { insertGroup, insertMembership, updateGroup } from './queries.ts'
import { readGroup } from './summaries.ts'

async function insertOwnedGroup(tx: MemberTx, save: SaveGroup): Promise<Group> {
  const memberId = tx.member.id
  const groupId = await insertGroup(tx.db, memberId, save, tx.now())
  await insertMembership(tx.db, { groupId, memberId, admin: true }, tx.now())
  await applyMembershipChange(tx, [groupId], 1, [{ groupId, memberId }])
  return readGroup(tx.db, groupId, memberId)
}

/** Creates a group; a failed attempt does not count against the limit. */
export async function createGroup(ctx: MemberCtx, limits: Limits, save: SaveGroup): Promise<Group> {
  rejectReservedGroupName(save.groupName)
  await limits.take('groupsMade', ctx.member.accountId)
  try {
    return await transact(ctx, async (tx) => {
      await lockActorExclusively(tx.db, tx.member.id)
      await requireGroupQuota(ctx, tx)
      return insertOwnedGroup(tx, save)
    })
  } catch (error) {
    await limits.refund('groupsMade', ctx.member.accountId)
    throw error
  }
}

/** Changes the given fields. A change without differences stores nothing and sends no notifications. */
export const changeGroup = (ctx: MemberCtx, groupId: string, change: ChangeGroup): Promise<Group> =>
  transact(ctx, async (tx) => {
    const { isOpen, groupName } = await lockGroup(tx.db, groupId, tx.member, 'admin')
    if (change.groupName !== groupName) rejectReservedGroupName(change.groupName)
    if (await updateGroup(tx.db, groupId, { isOpen, ...change })) await notifyGroups(tx, [groupId])
    return readGroup(tx.db, groupId, tx.member.id)
  })
