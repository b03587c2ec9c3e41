import { randomUUID } from 'node:crypto'
import { QUESTION_PERIOD_MS } from '@app/contract/limits'
import type { AskReporter, AskWider, Case, CaseVersion, WiderState } from '@app/contract/safety/cases'
import { Category } from '@app/contract/safety/categories'
import type { Member } from '@app/server/context'
import type { Database } from '@app/server/db/database'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { type CaseRecord, countModerators, lockCase, requireCase, requireModerator } from '@app/server/policies/cases'
import { requireReportable } from '@app/server/policies/reports'
import { notifyCase } from '@app/server/safety/cases'
import { appendToLog } from '@app/server/safety/team-log'
import { sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import { collectEvidence } from '../reports/evidence/collect.ts'
import { lockEvidence, storeEvidence } from '../reports/evidence/store.ts'
import { findAskable, readViewer, viewCase } from './case-view.ts'

/** Returns the case after a change, whether or not the caller still holds its claim. */
async function viewChanged(ctx: MemberCtx, { db }: MemberTx, record: CaseRecord): Promise<Case> {
  return viewCase(db, record, await readViewer(db, ctx))
}

/** Updates a locked case, increments its version, and notifies the team. */
async function updateCase(tx: MemberTx, id: string, changes: Partial<CaseRecord>): Promise<CaseRecord> {
  const record = await tx.db
    .updateTable('cases')
    .set({ ...changes, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  notifyCase(tx, record)
  return record
}

/**
 * Returns the id of the member who filed a report. Throws NOT_FOUND if the case has no such report, or if the account is
 * deleted.
 */
async function requireReporter(db: Database, caseId: string, reportId: string): Promise<string> {
  const row = await db
    .selectFrom('reports')
    .innerJoin('members', 'members.id', 'reports.reporterId')
    .select('members.id')
    .where('reports.id', '=', reportId)
    .where('reports.caseId', '=', caseId)
    .where('members.deletedAt', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  return row.id
}

type Question = { reportId: string; question: string; wider: WiderState }

/** Asks a reporter a question, and ends the claim; the case waits for the answer. The caller holds the case's lock. */
async function askInTransaction(tx: MemberTx, record: CaseRecord, { reportId, question, wider }: Question) {
  const reporterId = await requireReporter(tx.db, record.id, reportId)
  const changed = await updateCase(tx, record.id, {
    state: 'ASKED',
    askedReportId: reportId,
    question,
    askedUntil: new Date(tx.now().getTime() + QUESTION_PERIOD_MS).toISOString(),
    claimedBy: null,
    claimedUntil: null,
    wider,
  })
  tx.notify([reporterId], { type: 'report:changed', id: reportId, state: 'ASKED' })
  const about = { reportId, wider: wider === 'ASKED' }
  await appendToLog(tx, { byId: tx.member.accountId, act: 'ASKED', caseId: record.id, about })
  return changed
}

const lockForQuestion = async (tx: MemberTx, id: string, version: number): Promise<CaseRecord> => {
  await requireModerator(tx.db, tx.member)
  return lockCase(tx.db, id, tx.member, { now: tx.now(), states: ['CLAIMED'], version })
}

/** Asks a reporter a question. The case is open again once they answer, or after 72 hours. */
export const askReporter = (ctx: MemberCtx, id: string, { version, reportId, question }: AskReporter): Promise<Case> =>
  transact(ctx, async (tx) => {
    const record = await lockForQuestion(tx, id, version)
    return viewChanged(ctx, tx, await askInTransaction(tx, record, { reportId, question, wider: record.wider }))
  })

/** Requests the approval of a second admin to read more messages, and ends the claim, so that others can approve. */
async function requestApproval(tx: MemberTx, { id, severity }: CaseRecord): Promise<CaseRecord> {
  if (severity !== 'CRITICAL') throw new AppError('CONFLICT')
  if ((await countModerators(tx.db)) < 2) throw new AppError('FORBIDDEN')
  const { accountId } = tx.member
  const changed = await updateCase(tx, id, {
    state: 'OPEN',
    claimedBy: null,
    claimedUntil: null,
    wider: 'WANTED',
    widerById: accountId,
  })
  await appendToLog(tx, { byId: accountId, act: 'WIDER_WANTED', caseId: id, about: {} })
  return changed
}

/**
 * Requests the newest hundred messages of a reported chat: from the reporter or, in a critical case, through the
 * approval of a second admin. Throws CONFLICT for other subjects, if the evidence already contains these messages, and
 * if their approval is pending. Without a `reportId`, also throws CONFLICT if the case is not critical, and FORBIDDEN in
 * a team of one.
 */
export const askWider = (ctx: MemberCtx, id: string, { version, reportId, question }: AskWider): Promise<Case> =>
  transact(ctx, async (tx) => {
    const record = await lockForQuestion(tx, id, version)
    const { subjectKind, wider } = record
    if (subjectKind !== 'CHAT_MESSAGE' || (wider !== 'NONE' && wider !== 'ASKED')) throw new AppError('CONFLICT')
    return viewChanged(
      ctx,
      tx,
      reportId === undefined
        ? await requestApproval(tx, record)
        : await askInTransaction(tx, record, { reportId, question: question ?? '', wider: 'ASKED' }),
    )
  })

/** Returns the caller with the identity of a reporter, whose rights then limit the messages that can be read. */
const asReporter = (member: Member, reporterId: string): Member => ({
  ...member,
  id: reporterId,
  accountId: reporterId,
  level: 'BASIC',
})

/** Collects the newest hundred messages of the reported chat, with the rights of a reporter. */
async function collectWider(tx: MemberTx, { id, category, subjectId, parentId }: CaseRecord) {
  const report = await findAskable(tx.db, id)
  if (!report || !parentId) throw new AppError('NOT_FOUND')
  const reporterTx = { ...tx, member: asReporter(tx.member, report.reporterId) }
  const reference = { kind: 'CHAT_MESSAGE', id: subjectId, parentId } as const
  const subject = await requireReportable(tx.db, reporterTx.member, reference, tx.now())
  const note = { category: Category.parse(category), words: undefined, lastHundred: true }
  const evidence = await lockEvidence(tx, await collectEvidence(reporterTx, subject, note))
  return { evidence, reportId: report.id, category: note.category }
}

/**
 * Approves, as a second admin who has claimed the case, that the newest hundred messages of a reported chat are added
 * to the evidence. Throws FORBIDDEN for the admin who requested them.
 */
export const approveWider = (ctx: MemberCtx, id: string, { version }: CaseVersion): Promise<Case> =>
  transact(ctx, async (tx) => {
    await requireModerator(tx.db, tx.member)
    const { accountId } = tx.member
    const seen = await requireCase(tx.db, id, tx.member, tx.now())
    if (seen.wider !== 'WANTED') throw new AppError('CONFLICT')
    if (seen.widerById === accountId) throw new AppError('FORBIDDEN')
    // The pictures of the evidence are locked before the case.
    const { evidence, reportId, category } = await collectWider(tx, seen)
    const record = await lockCase(tx.db, id, tx.member, { now: tx.now(), states: ['CLAIMED'], version })
    if (record.wider !== 'WANTED') throw new AppError('CONFLICT')
    await storeEvidence(tx, evidence, { caseId: id, reportId, clientId: randomUUID(), category })
    const changed = await updateCase(tx, id, { wider: 'APPROVED', widerApprovedById: accountId })
    await appendToLog(tx, { byId: accountId, act: 'WIDER_APPROVED', caseId: id, about: { reportId } })
    return viewChanged(ctx, tx, changed)
  })
