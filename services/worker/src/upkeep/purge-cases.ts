import type { Ctx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { evidenceKey } from '@app/server/photos/photo-store'
import { appendToLog } from '@app/server/safety/team-log'
import {
  deleteCase,
  deleteEvidence,
  deleteExpiredBars,
  deleteExpiredEchoes,
  deleteExpiredNames,
  deleteExpiredPictures,
  listCasesWithDueEvidence,
  listCasesWithDueWords,
  listDueCases,
  listFileKeys,
  lockDueEvidence,
  purgeWords,
} from '../safety/retention-queries.ts'
import { purgeEach, runInBatches } from './batches.ts'

const EVIDENCE_PER_BATCH = 50

/**
 * Purges a batch of a case's evidence. Removes the files before it commits, so that a crash leaves no file without a row,
 * and after it has deleted the rows: a copy in progress then waits, finds its row deleted and removes its file. Holds the
 * lock of the case, so that the case cannot be reopened meanwhile.
 */
const purgeEvidenceOf = (ctx: Ctx, caseId: string): Promise<void> =>
  transact(ctx, async (tx) => {
    const evidenceIds = await lockDueEvidence(tx.db, caseId, tx.now(), EVIDENCE_PER_BATCH)
    if (evidenceIds.length === 0) return
    const keys = await listFileKeys(tx.db, evidenceIds)
    await deleteEvidence(tx.db, evidenceIds)
    for (const key of keys) await ctx.photos.remove(evidenceKey(key))
    const about = { evidence: evidenceIds, files: keys.length }
    await appendToLog(tx, { byId: null, act: 'EVIDENCE_PURGED', caseId, about })
  })

/**
 * Deletes expired bars, banned pictures, blocks against purged members and retired names, and purges evidence, case texts
 * and cases that are no longer needed.
 */
export async function purgeSafetyData(ctx: Ctx): Promise<void> {
  const { db, now, log } = ctx
  await runInBatches((limit) => deleteExpiredBars(db, now(), limit))
  await runInBatches((limit) => deleteExpiredPictures(db, now(), limit))
  await runInBatches((limit) => deleteExpiredEchoes(db, now(), limit))
  await runInBatches((limit) => deleteExpiredNames(db, now(), limit))
  const evidenceBatches = await purgeEach(ctx, {
    kind: 'case with evidence',
    listIds: (limit, failedIds) => listCasesWithDueEvidence(db, now(), limit, failedIds),
    purge: (caseId) => purgeEvidenceOf(ctx, caseId),
  })
  const textCases = await purgeEach(ctx, {
    kind: 'case with texts',
    listIds: (limit, failedIds) => listCasesWithDueWords(db, now(), limit, failedIds),
    purge: (caseId) => transact(ctx, (tx) => purgeWords(tx.db, caseId, tx.now())),
  })
  const cases = await purgeEach(ctx, {
    kind: 'case',
    listIds: (limit, failedIds) => listDueCases(db, now(), limit, failedIds),
    async purge(caseId) {
      await deleteCase(db, caseId, now())
    },
  })
  if (evidenceBatches + textCases + cases > 0)
    log.info({ evidenceBatches, textCases, cases }, 'purged evidence, case texts and cases')
}
