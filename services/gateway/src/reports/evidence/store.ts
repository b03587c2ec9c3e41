import { randomBytes } from 'node:crypto'
import { EVIDENCE_RETENTION_MONTHS } from '@app/contract/limits'
import type { MediaId } from '@app/contract/media'
import type { Category } from '@app/contract/safety/categories'
import { addMonths } from '@app/contract/time/months'
import type { Tx } from '@app/server/delivery/transact'
import { hashContent } from '@app/server/safety/canonical-json'
import { sql } from 'kysely'
import type { CollectedEvidence } from './collect.ts'

/** The time after which a job that has not copied the files counts as lost, and is enqueued again. */
const JOB_LOST_AFTER_MS = 5_000

/**
 * Locks the pictures whose files still exist, in the order of ids, so that none is removed before the evidence is
 * stored. Returns their ids.
 */
async function lockMedia({ db }: Tx, mediaIds: MediaId[]): Promise<MediaId[]> {
  if (mediaIds.length === 0) return []
  const { rows } = await sql<{ id: MediaId }>`
    select id from media where id = any(${mediaIds}::text[]) order by id for share`.execute(db)
  return rows.map(({ id }) => id)
}

export type EvidenceTarget = {
  caseId: string
  /** Null for evidence by the team. */
  reportId: string | null
  clientId: string
  category: Category
}

/**
 * Freezes evidence. Returns its id, or null if a request with the same `clientId` has stored it before. Evidence about a
 * minor is sealed, together with all evidence of its case.
 */
async function insertEvidence(tx: Tx, { content }: CollectedEvidence, target: EvidenceTarget): Promise<string | null> {
  const { caseId, reportId, clientId, category } = target
  const now = tx.now()
  const { rows } = await sql<{ id: string }>`
    insert into evidence ("caseId", "reportId", "clientId", content, sha256, sealed, "takenAt", "purgeAt")
    select ${caseId}, ${reportId}, ${clientId}, ${JSON.stringify(content)}::jsonb, ${hashContent(content)},
      ${category === 'MINOR'} or exists (select from evidence where "caseId" = ${caseId} and sealed),
      ${now}, ${addMonths(now, EVIDENCE_RETENTION_MONTHS)}
    on conflict ("reportId", "clientId") where "clientId" is not null do nothing
    returning id`.execute(tx.db)
  if (!rows[0]) return null
  if (category === 'MINOR')
    await sql`update evidence set sealed = true where "caseId" = ${caseId} and not sealed`.execute(tx.db)
  return rows[0].id
}

/** Stores the pictures to copy for the evidence, and enqueues the copies. */
async function insertFiles(tx: Tx, evidenceId: string, mediaIds: MediaId[]): Promise<void> {
  const dueAt = new Date(tx.now().getTime() + JOB_LOST_AFTER_MS).toISOString()
  const rows = mediaIds.map((mediaId) => ({ evidenceId, mediaId, key: randomBytes(16).toString('base64url'), dueAt }))
  await tx.db.insertInto('evidence_files').values(rows).execute()
  tx.enqueue({ name: 'reports:copy-files', payload: { evidenceId } })
}

export type LockedEvidence = CollectedEvidence & { lockedMediaIds: MediaId[] }

/** Locks the pictures of evidence. The caller holds all other locks except that of the case. */
export const lockEvidence = async (tx: Tx, collected: CollectedEvidence): Promise<LockedEvidence> => ({
  ...collected,
  lockedMediaIds: await lockMedia(tx, collected.mediaIds),
})

/** Stores locked evidence. Returns false if a request with the same `clientId` has stored it before. */
export async function storeEvidence(tx: Tx, evidence: LockedEvidence, target: EvidenceTarget): Promise<boolean> {
  const evidenceId = await insertEvidence(tx, evidence, target)
  if (evidenceId && evidence.lockedMediaIds.length > 0) await insertFiles(tx, evidenceId, evidence.lockedMediaIds)
  return evidenceId !== null
}
