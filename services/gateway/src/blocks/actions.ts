import { BLOCK_REVERSIBLE_MS, BLOCKS_MAX } from '@app/contract/limits'
import type { BlockEffects, BlockMember } from '@app/contract/members/blocks'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { lockPair } from '@app/server/policies/chats'
import { TEAM_ID } from '@app/server/policies/team'
import { forgetChatsOfBlocked, forgetRemovedInvites, refreshChats } from '../chats/holding.ts'
import { clearIgnoreFlags } from '../chats/ignoring.ts'
import type { MemberCtx } from '../context.ts'
import { callOffEvents } from '../events/call-offs.ts'
import { refreshGroupsBetween } from '../groups/blocking.ts'
import { listInvitesBetween } from '../groups/invite-queries.ts'
import { notifyInvitesRemoved } from '../groups/invites.ts'
import { removeFromGroup } from '../groups/leaving.ts'
import { type OtherMember, requireOther } from '../members/lookup.ts'
import { deleteGrantsBetween } from '../photos/queries.ts'
import { refreshBadges } from '../verifications/badges.ts'
import { endContact, lockMembers } from './contact.ts'
import { countBlocks, deleteBlock, insertBlock, isBlocking, lockSharedGroups, readBlockEffects } from './queries.ts'

/**
 * Finds the member to block. Throws FORBIDDEN for the team, which can neither block nor be blocked, and while the
 * operator has switched blocks off.
 */
async function requireBlockable({ config, db, member }: MemberCtx, userName: string): Promise<OtherMember> {
  const other = await requireOther(db, member, userName)
  if (!config.blocks || other.id === TEAM_ID || member.id === TEAM_ID) throw new AppError('FORBIDDEN')
  return other
}

export async function previewBlock(ctx: MemberCtx, userName: string): Promise<BlockEffects> {
  const other = await requireBlockable(ctx, userName)
  return readBlockEffects(ctx.db, ctx.member.id, other.id)
}

/** HIDDEN: either member has been purged, or the other has blocked the caller. MANY: the caller has `BLOCKS_MAX` blocks. */
type BlockOutcome = 'BLOCKED' | 'HIDDEN' | 'MANY'

/**
 * Makes the caller and another member invisible to each other; idempotent. Also leaves each given group that both are
 * in. Locks, in this order: the pair, both members, the groups that both are in, chats, events.
 */
export async function blockInTransaction(
  tx: MemberTx,
  otherId: string,
  leaveGroups: string[] = [],
): Promise<BlockOutcome> {
  const { db, member } = tx
  await lockPair(db, member.id, otherId)
  const userName = await lockMembers(db, member.id, otherId)
  if (userName === undefined) return 'HIDDEN'
  const groupIds = await lockSharedGroups(db, member.id, otherId)
  for (const groupId of groupIds) if (leaveGroups.includes(groupId)) await removeFromGroup(tx, groupId, member.id)
  if (await isBlocking(db, member.id, otherId)) return 'BLOCKED'
  if ((await countBlocks(db, member.id)) >= BLOCKS_MAX) return 'MANY'
  const invites = await listInvitesBetween(db, member.id, otherId)
  await insertBlock(db, { blockerId: member.id, blockedId: otherId, at: tx.now() })
  await clearIgnoreFlags(tx, otherId)
  await endContact(tx, otherId)
  // In the same order as a deletion, so that the pushes do not reveal a block.
  await refreshChats(tx, member.id, otherId)
  await refreshBadges(tx, otherId)
  await refreshGroupsBetween(tx, groupIds, otherId)
  for (const { groupId, recipientId } of invites) notifyInvitesRemoved(tx, groupId, [recipientId])
  await callOffEvents(tx, otherId)
  tx.notify([member.id], { type: 'block:changed', userName, blocked: true })
  return 'BLOCKED'
}

/** Blocks a member, and leaves each given group that both are in. */
export async function blockMember(ctx: MemberCtx, { userName, leaveGroups }: BlockMember): Promise<void> {
  const other = await requireBlockable(ctx, userName)
  await ctx.limits.take('blocks', ctx.member.accountId)
  await transact(ctx, async (tx) => {
    const outcome = await blockInTransaction(tx, other.id, leaveGroups)
    if (outcome === 'HIDDEN') throw new AppError('NOT_FOUND')
    if (outcome === 'MANY') throw new AppError('VALIDATION', { fields: [{ path: 'userName', problem: 'blocks.many' }] })
  })
}

/**
 * Ends a block. If it began within `BLOCK_REVERSIBLE_MS`, the chat returns to both, otherwise only to the caller. Throws
 * NOT_FOUND if the caller has not blocked this member.
 */
export const endBlock = (ctx: MemberCtx, otherId: string): Promise<void> =>
  transact(ctx, async (tx) => {
    const { db, member } = tx
    await lockPair(db, member.id, otherId)
    const userName = await lockMembers(db, member.id, otherId)
    if (userName === undefined) throw new AppError('NOT_FOUND')
    const groupIds = await lockSharedGroups(db, member.id, otherId)
    const blockedAt = await deleteBlock(db, member.id, otherId)
    if (!blockedAt) throw new AppError('NOT_FOUND')
    await refreshBadges(tx, otherId)
    await refreshGroupsBetween(tx, groupIds, otherId)
    await forgetRemovedInvites(db, { blockerId: member.id, blockedId: otherId, at: blockedAt })
    if (blockedAt.getTime() <= tx.now().getTime() - BLOCK_REVERSIBLE_MS) {
      await forgetChatsOfBlocked(tx, { blockerId: member.id, blockedId: otherId, at: blockedAt })
      await deleteGrantsBetween(db, member.id, otherId)
    }
    await refreshChats(tx, member.id, otherId)
    tx.notify([member.id], { type: 'block:changed', userName, blocked: false })
  })
