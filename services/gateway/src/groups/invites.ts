import type { InviteToGroup, SentGroupInvite } from '@app/contract/groups'
import type { MemberCtx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import { lockPair } from '@app/server/policies/chats'
import { lockGroup, requireGroup } from '@app/server/policies/groups'
import { type MemberTx, type Tx, transact } from '@app/server/transact'
import { findByName, requireBothHere } from '../chats/queries.ts'
import { takeInvite } from '../limits/invites.ts'
import type { Limits } from '../limits/limits.ts'
import {
  findRecipient,
  hasInviteLeft,
  listInvitesBetween,
  listSentInvites,
  markDeclined,
  readInvite,
  upsertInvite,
  withdrawInvites,
} from './invite-queries.ts'
import { areIgnoring, isInGroup } from './queries.ts'

export function tellInvitesGone(tx: Tx, groupId: string, recipients: string[]): void {
  if (recipients.length > 0) tx.notify(recipients, { type: 'group:invite', groupId, invite: null })
}

async function refuseUnlessInvitable(tx: MemberTx, groupId: string, otherId: string): Promise<void> {
  if (await isInGroup(tx.db, groupId, otherId)) throw new AppError('CONFLICT')
  if (await areIgnoring(tx.db, tx.member.id, otherId)) throw new AppError('FORBIDDEN')
  // Until it is withdrawn, a declined invite looks open to all admins of the group.
  if (await hasInviteLeft(tx.db, groupId, otherId)) throw new AppError('CONFLICT')
}

/** Invites a member to a group. Where that member has declined an invite of mine, it looks sent and arrives nowhere. */
export async function inviteToGroup(
  ctx: MemberCtx,
  limits: Limits,
  { groupId, recipientName, message = '' }: InviteToGroup,
): Promise<SentGroupInvite> {
  await requireGroup(ctx.db, groupId, ctx.member, 'admin')
  const other = await findByName(ctx.db, recipientName)
  if (!other) throw new AppError('NOT_FOUND')
  await takeInvite(ctx, limits)
  return transact(ctx, async (tx) => {
    await lockPair(tx.db, tx.member.id, other.id)
    await requireBothHere(tx.db, tx.member.id, other.id)
    await lockGroup(tx.db, groupId, tx.member, 'admin')
    await refuseUnlessInvitable(tx, groupId, other.id)
    await upsertInvite(tx.db, { groupId, inviterId: tx.member.id, recipientId: other.id, message }, tx.now())
    for (const { invite } of await readInvite(tx.db, groupId, other.id))
      tx.notify([other.id], { type: 'group:invite', groupId, invite })
    const [sent] = await listSentInvites(tx.db, groupId, { from: 0, limit: 1 }, other.id)
    if (!sent) throw new AppError('NOT_FOUND')
    return sent
  })
}

/** Takes the invite out of my list for good; the inviter is not told and sees no difference. */
export const declineGroupInvite = (ctx: MemberCtx, groupId: string): Promise<void> =>
  transact(ctx, async (tx) => {
    await lockGroup(tx.db, groupId, tx.member, 'answer')
    await markDeclined(tx.db, groupId, tx.member.id)
    tellInvitesGone(tx, groupId, [tx.member.id])
  })

/** Takes back what a group has sent to somebody, whichever of its admins has. */
export const withdrawGroupInvite = (ctx: MemberCtx, groupId: string, userName: string): Promise<void> =>
  transact(ctx, async (tx) => {
    await lockGroup(tx.db, groupId, tx.member, 'admin')
    const recipientId = await findRecipient(tx.db, groupId, userName)
    if (!recipientId) throw new AppError('NOT_FOUND')
    await takeBack(tx, { groupId, recipientId })
  })

/** What somebody has sent who may not invite any more ends with that. Caller holds the group's lock. */
export const endInvitesBy = (tx: Tx, groupId: string, inviterId: string): Promise<void> =>
  takeBack(tx, { groupId, inviterId })

async function takeBack(tx: Tx, which: Parameters<typeof withdrawInvites>[1]): Promise<void> {
  const taken = await withdrawInvites(tx.db, which)
  const waiting = taken.filter(({ declined }) => !declined).map(({ recipientId }) => recipientId)
  tellInvitesGone(tx, which.groupId, waiting)
}

/** Whoever ignores, or is ignored, no longer sees what the other has sent; afterwards it is there again. */
export async function tellInvitesBetween(tx: MemberTx, otherId: string): Promise<void> {
  for (const { groupId, recipientId, invite } of await listInvitesBetween(tx.db, tx.member.id, otherId))
    tx.notify([recipientId], { type: 'group:invite', groupId, invite })
}

export async function hideInvitesBetween(tx: MemberTx, otherId: string): Promise<void> {
  for (const { groupId, recipientId } of await listInvitesBetween(tx.db, tx.member.id, otherId))
    tellInvitesGone(tx, groupId, [recipientId])
}
