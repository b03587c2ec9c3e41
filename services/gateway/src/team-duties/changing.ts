import type { Duty } from '@app/contract/members/duties'
import type { ChangeDuties, TeamMember } from '@app/contract/safety/team'
import { type Tx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { lockDuties, replaceDuties, requireDuty } from '@app/server/policies/duties'
import { releaseCases } from '@app/server/safety/cases'
import { appendToLog } from '@app/server/safety/team-log'
import type { MemberCtx } from '../context.ts'
import { findAdmin, listTeam, readTeamMember } from './queries.ts'

/** Lists the team for its leads. */
export async function readTeam(ctx: MemberCtx): Promise<TeamMember[]> {
  await requireDuty(ctx.db, ctx.member, ['LEAD'], { passkey: true })
  return listTeam(ctx.db, ctx.member.accountId)
}

/**
 * Replaces the duties of an account and records the change; returns false if it already has exactly these. `byId` is
 * the account of the lead, null for the operator. The caller holds the lock of the duties.
 */
export async function storeDuties(
  tx: Pick<Tx, 'db' | 'now'>,
  { byId, memberId, duties }: { byId: string | null; memberId: string; duties: readonly Duty[] },
): Promise<boolean> {
  const after = [...duties].sort()
  const before = await replaceDuties(tx.db, memberId, after)
  if (before.join() === after.join()) return false
  if (!after.includes('MODERATE')) await releaseCases(tx.db, memberId)
  await appendToLog(tx, { byId, act: 'DUTIES_CHANGED', about: { memberId, before, after } })
  return true
}

/**
 * Replaces the duties of another admin. Throws FORBIDDEN for the caller's own duties, so that there is always a lead, and
 * only another lead can give a lead more duties.
 */
export const changeDuties = (ctx: MemberCtx, { userName, duties }: ChangeDuties): Promise<TeamMember> =>
  transact(ctx, async (tx) => {
    await lockDuties(tx.db)
    const { accountId } = tx.member
    await requireDuty(tx.db, tx.member, ['LEAD'], { passkey: true })
    const admin = await findAdmin(tx.db, userName)
    if (!admin) throw new AppError('NOT_FOUND')
    if (admin.id === accountId) throw new AppError('FORBIDDEN')
    await storeDuties(tx, { byId: accountId, memberId: admin.id, duties })
    return readTeamMember(tx.db, admin.id, accountId)
  })
