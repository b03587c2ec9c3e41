import type { ReporterName } from '@app/contract/safety/cases'
import type { Database } from '@app/server/db/database'
import { transact } from '@app/server/delivery/transact'
import { lockCase, requireModerator } from '@app/server/policies/cases'
import { appendToLog } from '@app/server/safety/team-log'
import { sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import { letterOf } from './reports.ts'

/** Lists the identities behind the letters of a case: members, or the name and email that a notice gives. */
async function listReporterNames(db: Database, caseId: string): Promise<ReporterName[]> {
  const { rows } = await sql<Omit<ReporterName, 'letter'> & { ordinal: number }>`
    select r.ordinal, m."userName", r."noticeName" as name, r."noticeEmail" as email
    from reports r left join members m on m.id = r."reporterId" where r."caseId" = ${caseId} order by r.ordinal`.execute(
    db,
  )
  return rows.map(({ ordinal, ...row }) => ({ letter: letterOf(ordinal), ...row }))
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
