import type { Instant } from '@app/contract/base'
import type { Category, Severity } from '@app/contract/safety/categories'
import { AIMS_MS, SEVERITIES, SEVERITY_ORDER } from '@app/contract/safety/report-rules'
import type { MemberTx } from '@app/server/delivery/transact'
import type { CaseRecord } from '@app/server/policies/cases'
import type { ReportedSubject } from '@app/server/policies/reports'
import { type RawBuilder, sql } from 'kysely'

/** Returns SQL for the position of a severity in the order of severities. */
const rankOf = (severity: RawBuilder<unknown>) => sql`array_position(${[...SEVERITY_ORDER]}::text[], ${severity})`

export type Urgency = { category: Category; severity: Severity; aimAt: Instant }

/** Returns the urgency of a report; a deferred report has the lowest severity. */
export function computeUrgency(category: Category, isDeferred: boolean, now: Date): Urgency {
  const severity = isDeferred ? 'LOW' : SEVERITIES[category]
  return { category, severity, aimAt: new Date(now.getTime() + AIMS_MS[severity]).toISOString() }
}

/**
 * Returns the SQL assignments that make a case at least as urgent as another one whose reports are merged into it. It
 * takes the category of the more severe case.
 */
export function raiseUrgency({
  category,
  severity,
  dueAt,
}: Pick<CaseRecord, 'category' | 'severity' | 'dueAt'>): RawBuilder<unknown> {
  const isMoreSevere = sql`${rankOf(sql`${severity}`)} > ${rankOf(sql`cases.severity`)}`
  return sql`
    severity = case when ${isMoreSevere} then ${severity} else cases.severity end,
    category = case when ${isMoreSevere} then ${category} else cases.category end,
    "dueAt" = least(cases."dueAt", ${dueAt})`
}

/** The source of a case that is opened without a report. */
type Origin = { source: 'OWN' | 'AUTHORITY'; reference: string | null }

export type UpsertedCase = Pick<CaseRecord, 'id' | 'version' | 'severity'> & {
  /** Whether this report has made the case critical. */
  becameCritical: boolean
}

/**
 * Opens a case for a subject, or raises the urgency of its open case, and locks it. Only a higher severity increments
 * the version of an open case, so that many reports do not keep the team from deciding. Once its source is AUTHORITY, a
 * case keeps it.
 */
export async function upsertCase(
  { db, now }: MemberTx,
  { kind, subjectId, parentId, authorId, writtenById }: ReportedSubject,
  { category, severity, aimAt }: Urgency,
  origin?: Origin,
): Promise<UpsertedCase> {
  const { source, reference } = origin ?? { source: 'REPORT', reference: null }
  const isMoreSevere = sql`(${rankOf(sql`excluded.severity`)} > ${rankOf(sql`cases.severity`)})`
  const { rows } = await sql<UpsertedCase & { wasCritical: boolean }>`
    with before as (
      select severity = 'CRITICAL' as "wasCritical" from cases
      where "subjectKind" = ${kind} and "subjectId" = ${subjectId} and state in ('OPEN', 'CLAIMED', 'ASKED', 'SECOND_LOOK')
    )
    insert into cases ("subjectKind", "subjectId", "parentId", "authorId", "writtenById", category, severity, source,
      reference, "openedAt", "dueAt")
    values (${kind}, ${subjectId}, ${parentId}, ${authorId}, ${writtenById}, ${category}, ${severity}, ${source},
      ${reference}, ${now()}, ${aimAt})
    on conflict ("subjectKind", "subjectId") where state in ('OPEN', 'CLAIMED', 'ASKED', 'SECOND_LOOK') do update set
      severity = case when ${isMoreSevere} then excluded.severity else cases.severity end,
      category = case when ${isMoreSevere} then excluded.category else cases.category end,
      source = case when excluded.source = 'AUTHORITY' then excluded.source else cases.source end,
      reference = coalesce(cases.reference, excluded.reference),
      "dueAt" = least(cases."dueAt", excluded."dueAt"),
      version = cases.version + ${isMoreSevere}::int
    returning id, version, severity, coalesce((select "wasCritical" from before), false) as "wasCritical"`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an open case was not stored')
  const { wasCritical, ...upserted } = row
  return { ...upserted, becameCritical: row.severity === 'CRITICAL' && !wasCritical }
}

type NewReport = { caseId: string; category: Category; words: string | undefined; illegal: boolean; aimAt: Instant }

/**
 * Stores a report. A further report by the same member on the same case is merged into the first: the more severe
 * category and the earlier `aimAt` apply, and it is about illegal content if either of the two is. The caller holds the
 * case's lock.
 */
export async function upsertReport(
  { db, member, now }: MemberTx,
  { caseId, category, words, illegal, aimAt }: NewReport,
): Promise<string> {
  const severities = sql`${JSON.stringify(SEVERITIES)}::jsonb`
  const isMoreSevere = sql`(${rankOf(sql`${severities} ->> excluded.category`)} > ${rankOf(sql`${severities} ->> reports.category`)})`
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    insert into reports ("caseId", "reporterId", category, words, illegal, language, "filedAt", "aimAt")
    values (${caseId}, ${member.id}, ${category}, ${words || null}, ${illegal}, ${member.language}, ${now()}, ${aimAt})
    on conflict ("caseId", "reporterId") do update set
      category = case when ${isMoreSevere} then excluded.category else reports.category end,
      words = coalesce(reports.words, excluded.words),
      illegal = reports.illegal or excluded.illegal,
      "aimAt" = least(reports."aimAt", excluded."aimAt")
    returning id, (xmax = 0) as "isNew"`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a report was not stored')
  // A further report may be more severe, so the case is checked for provisional hiding again.
  const change = row.isNew ? sql`reports = reports + 1` : sql`"hidingCheckedReports" = 0`
  await sql`update cases set ${change} where id = ${caseId}`.execute(db)
  return row.id
}
