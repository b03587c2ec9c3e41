import { randomUUID } from 'node:crypto'
import type { CaseRow } from '@app/contract/safety/cases'
import { Category } from '@app/contract/safety/categories'
import type { FindContent } from '@app/contract/safety/notices'
import { findViolatedConstraint } from '@app/server/db/database'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { type CaseRecord, hasOwnInterest, lockCase, requireCase, requireModerator } from '@app/server/policies/cases'
import type { ReportedSubject } from '@app/server/policies/reports'
import { notifyCase } from '@app/server/safety/cases'
import { appendToLog } from '@app/server/safety/team-log'
import { sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import { storeEvidence } from '../reports/evidence/store.ts'
import { raiseUrgency } from '../reports/queries.ts'
import { freezeSubject } from './opening.ts'
import { readRow } from './rows.ts'

type Target = Pick<CaseRecord, 'id' | 'version' | 'severity'>

/**
 * Moves the report of a notice to the open case of its subject, and closes the case of the notice. Alerts the team if
 * that makes the open case critical.
 */
async function mergeIntoOpenCase(
  { db, enqueue }: MemberTx,
  notice: CaseRecord,
  { kind, subjectId }: ReportedSubject,
): Promise<Target | null> {
  const { rows } = await sql<Target & { wasCritical: boolean }>`
    update cases set version = cases.version + 1, reports = cases.reports + ${notice.reports}, ${raiseUrgency(notice)}
    from (
      select id, severity = 'CRITICAL' as "wasCritical" from cases
      where "subjectKind" = ${kind} and "subjectId" = ${subjectId} and state in ('OPEN', 'CLAIMED', 'ASKED', 'SECOND_LOOK')
      for update
    ) before
    where cases.id = before.id
    returning cases.id, cases.version, cases.severity, before."wasCritical"`.execute(db)
  const [row] = rows
  if (!row) return null
  const { wasCritical, ...target } = row
  if (target.severity === 'CRITICAL' && !wasCritical) enqueue({ name: 'cases:alert', payload: { caseId: target.id } })
  await sql`update reports set "caseId" = ${target.id} where "caseId" = ${notice.id}`.execute(db)
  await sql`
    update cases set state = 'CLOSED', "mergedInto" = ${target.id}, reports = 0, "claimedBy" = null, "claimedUntil" = null, version = version + 1
    where id = ${notice.id}`.execute(db)
  return target
}

async function setSubject(
  { db }: MemberTx,
  { id }: CaseRecord,
  { kind, subjectId, parentId, authorId, writtenById }: ReportedSubject,
): Promise<Target> {
  try {
    return await db
      .updateTable('cases')
      .set({ subjectKind: kind, subjectId, parentId, authorId, writtenById, version: sql`version + 1` })
      .where('id', '=', id)
      .returning(['id', 'version', 'severity'])
      .executeTakeFirstOrThrow()
  } catch (error) {
    // A member has reported the same content meanwhile.
    if (findViolatedConstraint(error) === 'cases_open') throw new AppError('CONFLICT')
    throw error
  }
}

/** Throws NOT_FOUND if the caller has an interest of their own in the content, so that another admin has to find it. */
async function requireNoOwnInterest({ db, member }: MemberTx, caseId: string): Promise<void> {
  const { rows } = await sql`
    select from cases where id = ${caseId} and not ${hasOwnInterest(member.accountId)}`.execute(db)
  if (rows.length === 0) throw new AppError('NOT_FOUND')
}

const findReport = ({ db }: MemberTx, caseId: string) =>
  db.selectFrom('reports').select(['id', 'category']).where('caseId', '=', caseId).orderBy('id').executeTakeFirst()

/**
 * Attaches the content that a notice is about to its case, and freezes it as evidence. If that content already has an
 * open case, moves the report there and returns that case. Throws CONFLICT if the content was found already, or is
 * reported meanwhile.
 */
export const findContent = (
  ctx: MemberCtx,
  id: string,
  { version, subject: reference }: FindContent,
): Promise<CaseRow> =>
  transact(ctx, async (tx) => {
    await requireModerator(tx.db, tx.member)
    const seen = await requireCase(tx.db, id, tx.member, tx.now())
    const report = await findReport(tx, id)
    if (seen.subjectKind !== 'NOTICE' || !report) throw new AppError('CONFLICT')
    const category = Category.parse(report.category)
    const { subject, evidence } = await freezeSubject(tx, reference, category)
    const notice = await lockCase(tx.db, id, tx.member, { now: tx.now(), states: ['CLAIMED'], version })
    const target = (await mergeIntoOpenCase(tx, notice, subject)) ?? (await setSubject(tx, notice, subject))
    await requireNoOwnInterest(tx, target.id)
    await storeEvidence(tx, evidence, { caseId: target.id, reportId: report.id, clientId: randomUUID(), category })
    notifyCase(tx, target)
    const { accountId } = tx.member
    const about = { kind: subject.kind, subjectId: subject.subjectId, noticeCaseId: id }
    await appendToLog(tx, { byId: accountId, act: 'CONTENT_FOUND', caseId: target.id, about })
    return readRow(tx.db, target.id, { accountId, now: tx.now() })
  })
