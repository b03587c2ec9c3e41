import type { ReporterName } from '@app/contract/safety/cases'
import type { Database } from '@app/server/db/database'
import { transact } from '@app/server/delivery/transact'
import { lockCase, requireModerator } from '@app/server/policies/cases'
import { appendToLog } from '@app/server/safety/team-log'
import type { MemberCtx } from '../context.ts'
import { listReporters } from './reports.ts'

/** Lists who stands behind the letters of a case. */
async function listReporterNames(db: Database, caseId: string): Promise<ReporterName[]> {
  const reporters = await listReporters(db, caseId)
  const ids = reporters.flatMap(({ reporterId }) => reporterId ?? [])
  if (ids.length === 0) return reporters.map(({ letter }) => ({ letter, userName: null, name: null, email: null }))
  const members = await db.selectFrom('members').select(['id', 'userName']).where('id', 'in', ids).execute()
  const names = new Map(members.map(({ id, userName }) => [id, userName]))
  return reporters.map(({ letter, reporterId }) => ({
    letter,
    userName: (reporterId && names.get(reporterId)) ?? null,
    name: null,
    email: null,
  }))
}

/** Shows the reporters of a claimed case, and records that in the team log. */
export const showNames = (ctx: MemberCtx, id: string): Promise<ReporterName[]> =>
  transact(ctx, async (tx) => {
    await requireModerator(tx.db, tx.member)
    await lockCase(tx.db, id, tx.member, { now: tx.now() })
    const names = await listReporterNames(tx.db, id)
    await appendToLog(tx, { byId: tx.member.accountId, act: 'NAME_SHOWN', caseId: id, about: {} })
    return names
  })
