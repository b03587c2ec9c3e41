import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { lockGroup } from '@app/server/policies/groups'
import type { MemberCtx } from '../context.ts'
import { forgetCallOffs, leaveEventsOfBlocked } from '../events/call-offs.ts'
import { withdrawInvitesBy } from './invites.ts'
import { notifyGroups } from './membership.ts'
import { findMembership, incrementGroupVersion, setAdmin } from './queries.ts'
import { refreshVisibility } from './visibility.ts'

/** Changes a member's role and returns their id. Throws CONFLICT if they have it, FORBIDDEN to demote the owner. */
async function changeRole(tx: MemberTx, groupId: string, userName: string, role: 'ADMIN' | 'MEMBER'): Promise<string> {
  const admin = role === 'ADMIN'
  await lockGroup(tx.db, groupId, tx.member, 'admin')
  const target = await findMembership(tx.db, groupId, userName)
  if (!target) throw new AppError('NOT_FOUND')
  if (target.owner) throw new AppError(admin ? 'CONFLICT' : 'FORBIDDEN')
  if (target.admin === admin) throw new AppError('CONFLICT')
  await setAdmin(tx.db, groupId, target.memberId, admin)
  await incrementGroupVersion(tx.db, groupId)
  const membership = { groupId, memberId: target.memberId }
  if (!admin) await forgetCallOffs(tx.db, membership)
  const refreshed = await refreshVisibility(tx.db, [membership])
  if (!admin) await leaveEventsOfBlocked(tx, membership)
  await notifyGroups(
    tx,
    [groupId],
    [membership],
    refreshed.map(({ memberId }) => memberId),
  )
  return target.memberId
}

/** Makes a member an admin. */
export const promoteMember = (ctx: MemberCtx, groupId: string, userName: string): Promise<void> =>
  transact(ctx, async (tx) => void (await changeRole(tx, groupId, userName, 'ADMIN')))

/** Demotes an admin, possibly the caller. The owner cannot be demoted; the demoted admin's invites are withdrawn. */
export const demoteMember = (ctx: MemberCtx, groupId: string, userName: string): Promise<void> =>
  transact(ctx, async (tx) => withdrawInvitesBy(tx, groupId, await changeRole(tx, groupId, userName, 'MEMBER')))
