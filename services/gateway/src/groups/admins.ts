import type { MemberCtx } from '@app/server/context'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { lockGroup } from '@app/server/policies/groups'
import { withdrawInvitesBy } from './invites.ts'
import { notifyGroups } from './membership.ts'
import { findInGroup, incrementGroupVersion, setAdmin } from './queries.ts'

async function changeAdminRole(tx: MemberTx, groupId: string, userName: string, admin: boolean): Promise<string> {
  await lockGroup(tx.db, groupId, tx.member, 'admin')
  const target = await findInGroup(tx.db, groupId, userName)
  if (!target) throw new AppError('NOT_FOUND')
  if (target.owner) throw new AppError(admin ? 'CONFLICT' : 'FORBIDDEN')
  if (target.admin === admin) throw new AppError('CONFLICT')
  await setAdmin(tx.db, groupId, target.memberId, admin)
  await incrementGroupVersion(tx.db, groupId)
  await notifyGroups(tx, [groupId], [{ groupId, memberId: target.memberId }])
  return target.memberId
}

export const promoteMember = (ctx: MemberCtx, groupId: string, userName: string): Promise<void> =>
  transact(ctx, async (tx) => void (await changeAdminRole(tx, groupId, userName, true)))

/** Demotes an admin, possibly the caller. The owner stays an admin; the demoted admin's invites are withdrawn. */
export const demoteMember = (ctx: MemberCtx, groupId: string, userName: string): Promise<void> =>
  transact(ctx, async (tx) => withdrawInvitesBy(tx, groupId, await changeAdminRole(tx, groupId, userName, false)))
