import type { InviteToGroup, SentGroupInvite } from '@app/contract/groups'
import type { Unsigned } from '@app/contract/media'
import { type MemberTx, type Tx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { lockPair } from '@app/server/policies/chats'
import { lockGroup, requireGroup } from '@app/server/policies/groups'
import { requireNoRestriction } from '@app/server/policies/measures'
import type { MemberCtx } from '../context.ts'
import { countInvite } from '../limits/invites.ts'
import { findByName, lockVisiblePair } from '../members/lookup.ts'
import {
  findInviteRecipient,
  hasInvite,
  listInvitesBetween,
  listOpenInvites,
  listSentInvites,
  markDeclined,
  upsertInvite,
  withdrawInvites,
} from './invite-queries.ts'
import { isInBlockedPair, isInGroup } from './queries.ts'

/** Notifies the recipients that the group's invite to them is gone. */
export function notifyInvitesRemoved(tx: Tx, groupId: string, recipients: string[]): void {
  if (recipients.length > 0) tx.notify(recipients, { type: 'group:invite', groupId, invite: null })
}

/** Throws CONFLICT if the recipient is in the group or invited, FORBIDDEN if one of the two ignores the other. */
async function assertInvitable(tx: MemberTx, groupId: string, recipientId: string): Promise<void> {
  if (await isInGroup(tx.db, groupId, recipientId)) throw new AppError('CONFLICT')
  if (await isInBlockedPair(tx.db, tx.member.id, recipientId)) throw new AppError('FORBIDDEN')
  // Until it is withdrawn, a declined invite looks open to all admins of the group.
  if (await hasInvite(tx.db, groupId, recipientId)) throw new AppError('CONFLICT')
}

/**
 * Invites a member to a group. If the member declined an earlier invite by the caller that was then withdrawn, the new
 * one looks sent but is not delivered.
 */
export async function inviteToGroup(
  ctx: MemberCtx,
  { groupId, recipientName, message = '' }: InviteToGroup,
): Promise<Unsigned<typeof SentGroupInvite>> {
  await requireGroup(ctx.db, groupId, ctx.member, 'admin')
  const recipient = await findByName(ctx.db, ctx.member, recipientName)
  if (!recipient) throw new AppError('NOT_FOUND')
  return countInvite(ctx, () =>
    transact(ctx, async (tx) => {
      await lockPair(tx.db, tx.member.id, recipient.id)
      await lockVisiblePair(tx.db, tx.member.id, recipient.id)
      await lockGroup(tx.db, groupId, tx.member, 'admin')
      await requireNoRestriction(tx.db, tx.member.id, 'CONTACT', tx.now())
      await assertInvitable(tx, groupId, recipient.id)
      // Replaces the invite of an admin whose membership is held.
      await withdrawInvites(tx.db, { groupId, recipientId: recipient.id })
      await upsertInvite(tx.db, { groupId, inviterId: tx.member.id, recipientId: recipient.id, message }, tx.now())
      for (const { invite } of await listOpenInvites(tx.db, groupId, recipient.id))
        tx.notify([recipient.id], { type: 'group:invite', groupId, invite })
      const [sentInvite] = await listSentInvites(
        tx.db,
        { groupId, adminId: tx.member.id },
        { from: 0, limit: 1 },
        recipient.id,
      )
      if (!sentInvite) throw new AppError('NOT_FOUND')
      return sentInvite
    }),
  )
}

/** Declines all invites of a group to the caller. Their senders are not notified and still see them as open. */
export const declineGroupInvite = (ctx: MemberCtx, groupId: string): Promise<void> =>
  transact(ctx, async (tx) => {
    await lockGroup(tx.db, groupId, tx.member, 'answer')
    await markDeclined(tx.db, groupId, tx.member.id)
    notifyInvitesRemoved(tx, groupId, [tx.member.id])
  })

/** Withdraws the group's invite to a member, regardless of which admin sent it. */
export const withdrawGroupInvite = (ctx: MemberCtx, groupId: string, userName: string): Promise<void> =>
  transact(ctx, async (tx) => {
    await lockGroup(tx.db, groupId, tx.member, 'admin')
    const recipientId = await findInviteRecipient(tx.db, groupId, { adminId: tx.member.id, userName })
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

/**
 * Pushes the open invites between the caller and another member to their recipients after the caller stops ignoring
 * that member.
 */
export async function showInvitesBetween(tx: MemberTx, otherId: string): Promise<void> {
  for (const { groupId, recipientId, invite } of await listInvitesBetween(tx.db, tx.member.id, otherId))
    tx.notify([recipientId], { type: 'group:invite', groupId, invite })
}

/**
 * Removes the invites between the caller and another member from their recipients' lists when the caller starts
 * ignoring that member.
 */
export async function hideInvitesBetween(tx: MemberTx, otherId: string): Promise<void> {
  for (const { groupId, recipientId } of await listInvitesBetween(tx.db, tx.member.id, otherId))
    notifyInvitesRemoved(tx, groupId, [recipientId])
}
