import { randomUUID } from 'node:crypto'
import type { ChangeGroup, Group, SaveGroup } from '@app/contract/groups'
import type { Database } from '@app/server/db/database'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { lockActorExclusively } from '@app/server/policies/actors'
import { lockGroup } from '@app/server/policies/groups'
import { requireNoRestriction } from '@app/server/policies/measures'
import type { MemberCtx } from '../context.ts'
import { createOnce } from '../limits/create-once.ts'
import { rejectReservedGroupName } from '../members/reserved-names.ts'
import { applyMembershipChange, assertGroupQuota, notifyGroups } from './membership.ts'
import { findGroupByClientId, insertGroup, insertMembership, updateGroup } from './queries.ts'
import { readGroup } from './summaries.ts'

async function findOwnGroup(db: Database, creatorId: string, clientId: string): Promise<Group | undefined> {
  const id = await findGroupByClientId(db, creatorId, clientId)
  return id ? readGroup(db, id, creatorId) : undefined
}

async function insertOwnedGroup(tx: MemberTx, fields: SaveGroup): Promise<Group> {
  const memberId = tx.member.id
  const groupId = await insertGroup(tx.db, memberId, fields, tx.now())
  await insertMembership(tx.db, { groupId, memberId, admin: true }, tx.now())
  await applyMembershipChange(tx, [groupId], { delta: 1, changed: [{ groupId, memberId }] })
  return readGroup(tx.db, groupId, memberId)
}

/** Stores a group. A repeated request with the same `clientId` returns the group that was stored first. */
async function storeGroup(
  ctx: MemberCtx,
  tx: MemberTx,
  fields: Required<SaveGroup>,
): Promise<{ item: Group; isNew: boolean }> {
  await lockActorExclusively(tx.db, tx.member.id)
  const existingGroup = await findOwnGroup(tx.db, tx.member.id, fields.clientId)
  if (existingGroup) return { item: existingGroup, isNew: false }
  await requireNoRestriction(tx.db, tx.member.id, 'POST', tx.now())
  await assertGroupQuota(ctx, tx)
  return { item: await insertOwnedGroup(tx, fields), isNew: true }
}

/** Creates a group with the caller as its owner; idempotent by `clientId`. */
export async function createGroup(ctx: MemberCtx, { clientId = randomUUID(), ...fields }: SaveGroup): Promise<Group> {
  rejectReservedGroupName(fields.groupName)
  const { id: creatorId, accountId: subject } = ctx.member
  return createOnce(ctx, {
    rate: 'groupsMade',
    subject,
    find: () => findOwnGroup(ctx.db, creatorId, clientId),
    create: () => transact(ctx, (tx) => storeGroup(ctx, tx, { ...fields, clientId })),
  })
}

/**
 * Changes the given fields. If nothing differs, stores nothing and sends no pushes. Throws RESTRICTED if an admin who may
 * not post changes the texts.
 */
export const changeGroup = (ctx: MemberCtx, groupId: string, change: ChangeGroup): Promise<Group> =>
  transact(ctx, async (tx) => {
    const { isOpen, groupName } = await lockGroup(tx.db, groupId, tx.member, 'admin')
    if (change.groupName !== groupName) rejectReservedGroupName(change.groupName)
    const update = await updateGroup(tx.db, groupId, { isOpen, ...change })
    if (update?.hasNewTexts) await requireNoRestriction(tx.db, tx.member.id, 'POST', tx.now())
    if (update) await notifyGroups(tx, [groupId])
    return readGroup(tx.db, groupId, tx.member.id)
  })
