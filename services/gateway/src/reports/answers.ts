import { randomUUID } from 'node:crypto'
import { APPEAL_AIM_MS } from '@app/contract/limits'
import { Category } from '@app/contract/safety/categories'
import type { AnswerQuestion, ObjectToReport } from '@app/contract/safety/reports'
import type { SubjectKind } from '@app/contract/safety/subjects'
import type { DatabaseTransaction } from '@app/server/db/database'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import type { CaseRecord } from '@app/server/policies/cases'
import { requireReportable } from '@app/server/policies/reports'
import { notifyCase } from '@app/server/safety/cases'
import { sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import { collectEvidence } from './evidence/collect.ts'
import { type LockedEvidence, lockEvidence, storeEvidence } from './evidence/store.ts'
import { requireOwnReport } from './own-reports.ts'

type CaseOfReport = {
  caseId: string
  category: string
  kind: SubjectKind
  subjectId: string
  parentId: string | null
}

/** Returns the case and the subject of one of the reporter's reports. Throws NOT_FOUND for any other report. */
async function requireCaseOfReport(db: DatabaseTransaction, reporterId: string, id: string): Promise<CaseOfReport> {
  const { rows } = await sql<CaseOfReport>`
    select c.id as "caseId", r.category, c."subjectKind" as kind, c."subjectId", c."parentId"
    from reports r join cases c on c.id = r."caseId"
    where r.id = ${id} and r."reporterId" = ${reporterId}`.execute(db)
  if (!rows[0]) throw new AppError('NOT_FOUND')
  return rows[0]
}

const lockCase = (db: DatabaseTransaction, caseId: string) =>
  sql`select from cases where id = ${caseId} for update`.execute(db)

/** Collects the newest hundred messages of the reported chat, with the reporter's rights. */
async function collectWider(
  tx: MemberTx,
  { category, subjectId, parentId }: CaseOfReport,
  words: string | undefined,
): Promise<LockedEvidence> {
  const reference = { kind: 'CHAT_MESSAGE', id: subjectId, parentId: parentId ?? '' } as const
  const subject = await requireReportable(tx.db, tx.member, reference, tx.now())
  return lockEvidence(
    tx,
    await collectEvidence(tx, subject, { category: Category.parse(category), words, lastHundred: true }),
  )
}

/**
 * Answers the team's question about a report, and reopens its case. With `wider`, if the team asked for it, adds the
 * newest hundred messages of the chat to the evidence. Throws CONFLICT if the team is not waiting for an answer.
 */
export const answerQuestion = (ctx: MemberCtx, id: string, { words, wider }: AnswerQuestion): Promise<void> =>
  transact(ctx, async (tx) => {
    const { accountId } = tx.member
    const reported = await requireCaseOfReport(tx.db, accountId, id)
    const { wider: isWiderAsked, state } = await requireOwnReport(tx.db, accountId, id, tx.now())
    if (state !== 'ASKED') throw new AppError('CONFLICT')
    const isGiven = wider === true && isWiderAsked && reported.kind === 'CHAT_MESSAGE'
    const evidence = isGiven ? await collectWider(tx, reported, words) : null
    await lockCase(tx.db, reported.caseId)
    if ((await requireOwnReport(tx.db, accountId, id, tx.now())).state !== 'ASKED') throw new AppError('CONFLICT')
    await sql`
      update reports set answer = ${words || null}, "answeredAt" = ${tx.now()} where id = ${id}`.execute(tx.db)
    const { rows } = await sql<Pick<CaseRecord, 'id' | 'version' | 'severity'>>`
      update cases set state = 'OPEN', "askedReportId" = null, question = null, "askedUntil" = null,
        version = version + 1, wider = case wider when 'ASKED' then ${isGiven ? 'GIVEN' : 'NONE'} else wider end
      where id = ${reported.caseId} returning id, version, severity`.execute(tx.db)
    for (const changed of rows) notifyCase(tx, changed)
    if (evidence)
      await storeEvidence(tx, evidence, {
        caseId: reported.caseId,
        reportId: id,
        clientId: randomUUID(),
        category: evidence.content.note.category,
      })
    tx.notify([accountId], { type: 'report:changed', id, state: 'RECEIVED' })
  })

/**
 * Stores the reporter's objection to the decision that the content breaks no rule. Throws CONFLICT if there is no such
 * decision, if it is more than six months old, or if the reporter has already objected.
 */
export const objectToReport = (ctx: MemberCtx, id: string, { words }: ObjectToReport): Promise<void> =>
  transact(ctx, async (tx) => {
    const { accountId } = tx.member
    const { caseId } = await requireCaseOfReport(tx.db, accountId, id)
    await lockCase(tx.db, caseId)
    const { objectBy, state } = await requireOwnReport(tx.db, accountId, id, tx.now())
    if (!objectBy) throw new AppError('CONFLICT')
    await sql`
      update reports set objection = ${words}, "objectedAt" = ${tx.now()} where id = ${id}`.execute(tx.db)
    // An admin other than the one who decided has to review the case.
    const dueAt = new Date(tx.now().getTime() + APPEAL_AIM_MS)
    const { rows } = await sql<Pick<CaseRecord, 'id' | 'version' | 'severity'>>`
      update cases set state = 'APPEALED', "dueAt" = ${dueAt}, version = version + 1
      where id = ${caseId} and state in ('DECIDED', 'UPHELD') returning id, version, severity`.execute(tx.db)
    for (const changed of rows) notifyCase(tx, changed)
    tx.notify([accountId], { type: 'report:changed', id, state })
  })
