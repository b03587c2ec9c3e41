import { ABUSIVE_PERIOD_MS, ABUSIVE_REPORTS_MAX, OBJECTION_MONTHS, OWN_REPORTS_MAX } from '@app/contract/limits'
import { Category } from '@app/contract/safety/categories'
import { ReasonCode } from '@app/contract/safety/reasons'
import type { OwnReports, Report } from '@app/contract/safety/reports'
import type { SubjectKind } from '@app/contract/safety/subjects'
import { addMonths } from '@app/contract/time/months'
import type { Database } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import { type RawBuilder, sql } from 'kysely'
import type { MemberCtx } from '../context.ts'

type ReportRow = {
  id: string
  kind: SubjectKind
  name: string | null
  category: string
  filedAt: string
  aimAt: string
  asked: boolean
  question: string | null
  wider: boolean
  outcome: 'ACTED' | 'NO_BREACH' | 'OVERTURNED' | null
  reason: string | null
  removed: boolean
  decidedAt: string | null
  objected: boolean
  objectionOutcome: 'UPHELD' | 'OVERTURNED' | null
  objectionAnswer: string | null
}

/** Returns the time until which the reporter may object to a decision; null if they cannot, or no longer can. */
function computeObjectBy({ outcome, decidedAt, objected }: ReportRow, now: Date): string | null {
  if (outcome !== 'NO_BREACH' || !decidedAt || objected) return null
  const objectBy = addMonths(new Date(decidedAt), OBJECTION_MONTHS)
  return objectBy > now ? objectBy.toISOString() : null
}

/** Converts a row to the report that its reporter sees, which never contains a measure. */
const toReport = (row: ReportRow, now: Date): Report => ({
  id: row.id,
  kind: row.kind,
  ...(row.name !== null && { name: row.name }),
  category: Category.parse(row.category),
  filedAt: row.filedAt,
  state: row.asked ? 'ASKED' : (row.outcome ?? 'RECEIVED'),
  aimAt: row.aimAt,
  decidedAt: row.decidedAt,
  removed: row.removed,
  reason: row.outcome === 'NO_BREACH' ? (ReasonCode.safeParse(row.reason).data ?? null) : null,
  question: row.asked ? row.question : null,
  wider: row.asked && row.wider,
  objectBy: computeObjectBy(row, now),
  objected: row.objected,
  objectionOutcome: row.objectionOutcome,
  objectionAnswer: row.objectionAnswer,
})

/**
 * SQL for the name that the reporter saw, from the evidence of the report `r`. It does not change when the member is
 * renamed, deleted or blocked, so that it reveals none of these.
 */
const frozenName = sql`(
  select case e.content->>'kind'
    when 'GROUP' then e.content->'subject'->>'title'
    when 'EVENT' then e.content->'subject'->>'title'
    when 'GROUP_MESSAGE' then null
    else coalesce(e.content->'author'->>'seenName', e.content->'author'->>'userName') end
  from evidence e where e."reportId" = r.id order by e.id limit 1)`

async function selectReports(db: Database, condition: RawBuilder<unknown>, now: Date): Promise<Report[]> {
  const { rows } = await sql<ReportRow>`
    select r.id, c."subjectKind" as kind, ${frozenName} as name, r.category, r."filedAt", r."aimAt",
      c.state = 'ASKED' and c."askedReportId" = r.id as asked, c.question, c.wider = 'ASKED' as wider,
      c.outcome, c.reason, c.removed, c."decidedAt", r."objectedAt" is not null as objected,
      r."objectionOutcome", r."objectionAnswer"
    from reports r join cases c on c.id = r."caseId"
    where ${condition}`.execute(db)
  return rows.map((row) => toReport(row, now))
}

/** Returns one of the reporter's reports. Throws NOT_FOUND for any other report. */
export async function requireOwnReport(db: Database, reporterId: string, id: string, now: Date): Promise<Report> {
  const [report] = await selectReports(db, sql`r.id = ${id} and r."reporterId" = ${reporterId}`, now)
  if (!report) throw new AppError('NOT_FOUND')
  return report
}

/** Finds the report to which a request with this `clientId` added evidence. */
export async function findReportByClientId(
  db: Database,
  reporterId: string,
  clientId: string,
  now: Date,
): Promise<Report | undefined> {
  const hasEvidence = sql`exists (select from evidence where "reportId" = r.id and "clientId" = ${clientId}::uuid)`
  return (await selectReports(db, sql`r."reporterId" = ${reporterId} and ${hasEvidence}`, now))[0]
}

/** Returns whether the reports of a member are deferred, because many of them were found to be in bad faith. */
export async function isDeferred(db: Database, reporterId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reports
    where "reporterId" = ${reporterId} and abusive and "abusiveAt" > ${new Date(now.getTime() - ABUSIVE_PERIOD_MS)}`.execute(
    db,
  )
  return (rows[0]?.count ?? 0) >= ABUSIVE_REPORTS_MAX
}

/** Lists the caller's reports, newest first. */
export async function listOwnReports({ db, member, now }: MemberCtx): Promise<OwnReports> {
  const { accountId } = member
  const condition = sql`r."reporterId" = ${accountId} order by r.id desc limit ${OWN_REPORTS_MAX}`
  return { reports: await selectReports(db, condition, now()), deferred: await isDeferred(db, accountId, now()) }
}
