import { randomUUID } from 'node:crypto'
import { NEVER_DEFERRED } from '@app/contract/safety/report-rules'
import type { FileReport, Report } from '@app/contract/safety/reports'
import type { SubjectKind } from '@app/contract/safety/subjects'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { createKeyedQueue } from '@app/server/keyed-queue'
import { lockActor } from '@app/server/policies/actors'
import { lockPair } from '@app/server/policies/chats'
import { type ReportedSubject, requireReportable } from '@app/server/policies/reports'
import { TEAM_ID } from '@app/server/policies/team'
import { notifyCase } from '@app/server/safety/cases'
import { blockInTransaction } from '../blocks/actions.ts'
import { lockMembers } from '../blocks/contact.ts'
import type { MemberCtx } from '../context.ts'
import { createOnce } from '../limits/create-once.ts'
import { collectEvidence } from './evidence/collect.ts'
import { lockEvidence, storeEvidence } from './evidence/store.ts'
import { findReportByClientId, isDeferred, requireOwnReport } from './own-reports.ts'
import { computeUrgency, upsertCase, upsertReport } from './queries.ts'

/**
 * The kinds that have several authors, or that belong to a group or an event that the reporter shares with the author.
 */
const KINDS_WITHOUT_BLOCK: ReadonlySet<SubjectKind> = new Set(['GROUP', 'GROUP_MESSAGE', 'EVENT'])

/** Returns the member whom the report also blocks; null if it blocks none. */
const findBlocked = ({ alsoBlock }: FileReport, { kind, authorId }: ReportedSubject): string | null =>
  alsoBlock && authorId !== TEAM_ID && !KINDS_WITHOUT_BLOCK.has(kind) ? authorId : null

/**
 * Stores a report with its evidence. Locks, in this order: the pair and the author if the author is also blocked, the
 * reporter, their chats, the pictures, the case. Otherwise the author is not locked, so that no report waits for the
 * reported member.
 */
async function storeReport(
  tx: MemberTx,
  input: FileReport & { clientId: string },
  blockedId: string | null,
): Promise<{ item: Report; isNew: boolean }> {
  const { category, words, illegal = false, lastHundred = false, clientId } = input
  if (blockedId) {
    await lockPair(tx.db, tx.member.id, blockedId)
    await lockMembers(tx.db, tx.member.id, blockedId)
  }
  await lockActor(tx.db, tx.member.id)
  const subject = await requireReportable(tx.db, tx.member, input.subject, tx.now())
  // NOTE: must precede the block, after which most content of the author is no longer visible to the reporter.
  const collected = await collectEvidence(tx, subject, { category, words, lastHundred })
  if (blockedId) await blockInTransaction(tx, blockedId)
  const evidence = await lockEvidence(tx, collected)
  const isReportDeferred = !NEVER_DEFERRED.has(category) && (await isDeferred(tx.db, tx.member.id, tx.now()))
  const urgency = computeUrgency(category, isReportDeferred, tx.now())
  const { becameCritical, ...upserted } = await upsertCase(tx, subject, urgency)
  const caseId = upserted.id
  const reportId = await upsertReport(tx, { caseId, category, words, illegal, aimAt: urgency.aimAt })
  const isNew = await storeEvidence(tx, evidence, { caseId, reportId, clientId, category })
  const report = await requireOwnReport(tx.db, tx.member.id, reportId, tx.now())
  if (isNew) {
    tx.notify([tx.member.id], { type: 'report:changed', id: report.id, state: report.state })
    notifyCase(tx, upserted)
  }
  if (becameCritical) tx.enqueue({ name: 'cases:alert', payload: { caseId } })
  return { item: report, isNew }
}

/**
 * Serializes the reports on one subject. Otherwise each of many reports would occupy a database connection of this
 * gateway while it waits for the case's lock.
 */
const runPerSubject = createKeyedQueue()

/**
 * Files a report, which does not change what the reported member can read or receive, unless the reporter also blocks
 * them. A repeated request with the same `clientId` returns the first report. Throws FORBIDDEN for the team.
 */
export async function fileReport(ctx: MemberCtx, input: FileReport): Promise<Report> {
  const { config, db, limits, member, now } = ctx
  if (member.id === TEAM_ID) throw new AppError('FORBIDDEN')
  const { accountId } = member
  const clientId = input.clientId ?? randomUUID()
  return createOnce(ctx, {
    rate: 'reports',
    subject: accountId,
    find: () => findReportByClientId(db, member.id, clientId, now()),
    create: async () => {
      await limits.take('reportBursts', accountId)
      let isCounted = false
      try {
        const reported = await requireReportable(db, member, input.subject, now())
        const blockedId = config.blocks ? findBlocked(input, reported) : null
        const stored = await runPerSubject(`${reported.kind} ${reported.subjectId}`, () =>
          transact(ctx, (tx) => storeReport(tx, { ...input, clientId }, blockedId)),
        )
        isCounted = stored.isNew
        return stored
      } finally {
        if (!isCounted) await limits.refund('reportBursts', accountId)
      }
    },
  })
}
