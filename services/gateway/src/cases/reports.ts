import { CASE_HISTORY_MONTHS } from '@app/contract/limits'
import type { CaseReport } from '@app/contract/safety/cases'
import { addMonths } from '@app/contract/time/months'
import type { Database } from '@app/server/db/database'
import { sql } from 'kysely'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Returns the letter of the report with this ordinal in its case, counted from 1: A, B, …, Z, AA, AB. */
export function letterOf(ordinal: number): string {
  const index = ordinal - 1
  const last = ALPHABET[index % ALPHABET.length] ?? ''
  return index < ALPHABET.length ? last : letterOf(Math.floor(index / ALPHABET.length)) + last
}

/** A report of a case: its id and letter, and its reporter; null for a purged account or a notice. */
export type Reporter = { reportId: string; reporterId: string | null; letter: string }

/** Lists the reports of a case with their reporters and letters, which follow the order in which they joined the case. */
export async function listReporters(db: Database, caseId: string): Promise<Reporter[]> {
  const rows = await db
    .selectFrom('reports')
    .select(['id as reportId', 'reporterId', 'ordinal'])
    .where('caseId', '=', caseId)
    .orderBy('ordinal')
    .execute()
  return rows.map(({ ordinal, ...row }) => ({ ...row, letter: letterOf(ordinal) }))
}

/** Lists the reports of a case in the order of their letters, without the names of their reporters. */
export async function listCaseReports(db: Database, caseId: string, now: Date): Promise<CaseReport[]> {
  const since = addMonths(now, -CASE_HISTORY_MONTHS)
  const { rows } = await sql<Omit<CaseReport, 'letter'> & { ordinal: number }>`
    select r.id, r.ordinal, r.category, r.words, r.illegal, r."filedAt", r.address is not null as notice, r.answer, r.objection, r.abusive,
      (select count(*)::int from reports other join cases c on c.id = other."caseId"
        where other."reporterId" = r."reporterId" and c.outcome = 'NO_BREACH' and c."decidedAt" > ${since}) as dismissed,
      (select count(*)::int from reports other
        where other."reporterId" = r."reporterId" and other.abusive and other."abusiveAt" > ${since}) as marked
    from reports r where r."caseId" = ${caseId} order by r.ordinal`.execute(db)
  return rows.map(({ ordinal, ...row }) => ({ ...row, letter: letterOf(ordinal) }))
}
