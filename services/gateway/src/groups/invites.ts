import type { InviteToGroup, SentGroupInvite } from '@app/contract/groups'
import type { MemberCtx } from '@app/server/context'
import { type MemberTx, type Tx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { lockPair } from '@app/server/policies/chats'
import { lockGroup, requireGroup } from '@app/server/policies/groups'
import { takeInviteQuota } from '../limits/invites.ts'
import type { Limits } from '../limits/limits.ts'
import { findByName, requireBothActive } from '../members/lookup.ts'
import {
  findRecipient,
  hasInvite,
  listInvitesBetween,
  listSentInvites,
  markDeclined,
  readInvite,
  upsertInvite,
  withdrawInvites,
} from './invite-queries.ts'
import { isEitherIgnoring, isInGroup } from './queries.ts'

export function notifyInvitesRemoved(tx: Tx, groupId: string, recipients: string[]): void {
  if (recipients.length > 0) tx.notify(recipients, { type: 'group:invite', groupId, invite: null })
}

async function assertInvitable(tx: MemberTx, groupId: string, otherId: string): Promise<void> {
  if (await isInGroup(tx.db, groupId, otherId)) throw new AppError('CONFLICT')
  if (await isEitherIgnoring(tx.db, tx.member.id, otherId)) throw new AppError('FORBIDDEN')
  // Until it is withdrawn, a declined invite looks open to all admins of the group.
  if (await hasInvite(tx.db, groupId, otherId)) throw new AppError('CONFLICT')
}

/**
 * Invites a member to a group. If the member has declined an invite by the caller before, the new one looks sent but is
 * not delivered.
 */
export async function inviteToGroup(
  ctx: MemberCtx,
  limits: Limits,
  { groupId, recipientName, message = '' }: InviteToGroup,
): Promise<SentGroupInvite> {
  await requireGroup(ctx.db, groupId, ctx.member, 'admin')
  const other = await findByName(ctx.db, recipientName)
  if (!other) throw new AppError('NOT_FOUND')
  await takeInviteQuota(ctx, limits)
  return transact(ctx, async (tx) => {
    await lockPair(tx.db, tx.member.id, other.id)
    await requireBothActive(tx.db, tx.member.id, other.id)
    await lockGroup(tx.db, groupId, tx.member, 'admin')
    await assertInvitable(tx, groupId, other.id)
    await upsertInvite(tx.db, { groupId, inviterId: tx.member.id, recipientId: other.id, message }, tx.now())
    for (const { invite } of await readInvite(tx.db, groupId, other.id))
      tx.notify([other.id], { type: 'group:invite', groupId, invite })
    const [sent] = await listSentInvites(tx.db, groupId, { from: 0, limit: 1 }, other.id)
    if (!sent) throw new AppError('NOT_FOUND')
    return sent
  })
}

/** Removes the invite from the recipient's list for good; the inviter is not notified and sees no difference. */
export const declineGroupInvite = (ctx: MemberCtx, groupId: string): Promise<void> =>
  transact(ctx, async (tx) => {
    await lockGroup(tx.db, groupId, tx.member, 'answer')
    await markDeclined(tx.db, groupId, tx.member.id)
    notifyInvitesRemoved(tx, groupId, [tx.member.id])
  })

/** Withdraws the group's invite to a member, whichever admin sent it. */
export const withdrawGroupInvite = (ctx: MemberCtx, groupId: string, userName: string): Promise<void> =>
  transact(ctx, async (tx) => {
    await lockGroup(tx.db, groupId, tx.member, 'admin')
    const recipientId = await findRecipient(tx.db, groupId, userName)
    if (!recipientId) throw new AppError('NOT_FOUND')
    await withdrawAndNotify(tx, { groupId, recipientId })
  })

/** Withdraws the invites of a member who may no longer invite. The caller holds the group's lock. */
export const withdrawInvitesBy = (tx: Tx, groupId: string, inviterId: string): Promise<void> =>
  withdrawAndNotify(tx, { groupId, inviterId })

async function withdrawAndNotify(tx: Tx, filter: Parameters<typeof withdrawInvites>[1]): Promise<void> {
  const withdrawn = await withdrawInvites(tx.db, filter)
  const recipientIds = withdrawn.filter(({ declined }) => !declined).map(({ recipientId }) => recipientId)
  notifyInvitesRemoved(tx, filter.groupId, recipientIds)
}

/** Notifies both members of open invites between them, which ignoring hides and the end of ignoring shows again. */
export async function notifyInvitesBetween(tx: MemberTx, otherId: string): Promise<void> {
  for (const { groupId, recipientId, invite } of await listInvitesBetween(tx.db, tx.member.id, otherId))
    tx.notify([recipientId], { type: 'group:invite', groupId, invite })
}

export async function hideInvitesBetween(tx: MemberTx, otherId: string): Promise<void> {
  for (const { groupId, recipientId } of await listInvitesBetween(tx.db, tx.member.id, otherId))
    notifyInvitesRemoved(tx, groupId, [recipientId])
}
