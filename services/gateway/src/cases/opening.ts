import { randomUUID } from 'node:crypto'
import type { CaseRow, OpenCase } from '@app/contract/safety/cases'
import type { Category } from '@app/contract/safety/categories'
import { AIMS_MS } from '@app/contract/safety/report-rules'
import type { Subject } from '@app/contract/safety/subjects'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { requireModerator } from '@app/server/policies/cases'
import { appendToLog } from '@app/server/safety/team-log'
import type { MemberCtx } from '../context.ts'
import { collectEvidence } from '../reports/evidence/collect.ts'
import { lockEvidence, storeEvidence } from '../reports/evidence/store.ts'
import { computeUrgency, type Urgency, upsertCase } from '../reports/queries.ts'
import { claimInTransaction } from './claims.ts'
import { requireSubject } from './subjects.ts'

/** Returns the urgency of a case; a case for an authority is critical. */
function computeCaseUrgency({ category, source }: OpenCase, now: Date): Urgency {
  if (source === 'OWN') return computeUrgency(category, false, now)
  return { category, severity: 'CRITICAL', aimAt: new Date(now.getTime() + AIMS_MS.CRITICAL).toISOString() }
}

/**
 * Freezes the evidence about a subject for a notice or a case that the team opens, as the team or the group's owner sees
 * it. The caller holds no lock yet.
 */
export async function freezeSubject(tx: MemberTx, reference: Subject, category: Category) {
  const { subject, viewerId } = await requireSubject(tx.db, reference)
  const viewerTx = { ...tx, member: { ...tx.member, id: viewerId, accountId: viewerId } }
  const note = { category, words: undefined, lastHundred: false }
  return { subject, evidence: await lockEvidence(tx, await collectEvidence(viewerTx, subject, note)) }
}

/** Returns whether an earlier request with this `clientId` has stored evidence by the team. The caller holds the case's lock. */
async function isEvidenceStored({ db }: MemberTx, caseId: string, clientId: string): Promise<boolean> {
  const evidence = await db
    .selectFrom('evidence')
    .select('id')
    .where('caseId', '=', caseId)
    .where('reportId', 'is', null)
    .where('clientId', '=', clientId)
    .executeTakeFirst()
  return evidence !== undefined
}

/**
 * Opens a case without a report, claimed by the caller, or adds to the open case of the same subject. A repeated request
 * with the same `clientId` only claims the case. Throws NOT_FOUND if the caller has an interest of their own, and CLAIMED
 * while another admin has the case.
 */
export const openCase = (ctx: MemberCtx, input: OpenCase): Promise<CaseRow> =>
  transact(ctx, async (tx) => {
    await requireModerator(tx.db, tx.member)
    const { subject, evidence } = await freezeSubject(tx, input.subject, input.category)
    const { category, source, reference, clientId = randomUUID() } = input
    const urgency = computeCaseUrgency(input, tx.now())
    const { id: caseId } = await upsertCase(tx, subject, urgency, { source, reference: reference || null })
    if (await isEvidenceStored(tx, caseId, clientId)) return claimInTransaction(tx, caseId)
    await storeEvidence(tx, evidence, { caseId, reportId: null, clientId, category })
    const row = await claimInTransaction(tx, caseId)
    if (source === 'AUTHORITY') tx.enqueue({ name: 'cases:alert', payload: { caseId } })
    const about = { source, category, kind: subject.kind, subjectId: subject.subjectId, reference: reference ?? null }
    await appendToLog(tx, { byId: tx.member.accountId, act: 'CASE_OPENED', caseId, about })
    return row
  })
