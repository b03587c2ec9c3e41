import { createHash } from 'node:crypto'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { evidenceKey } from '@app/server/photos/photo-store'
import { lockCase, requireModerator } from '@app/server/policies/cases'
import { appendToLog } from '@app/server/safety/team-log'
import { sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import { checkViewLimits, unwrap } from './view-limits.ts'

type StoredFile = { evidenceId: string; mediaId: string; key: string; sha256: Buffer }

/** Finds a copied file of unsealed evidence of a claimed case, and records in the team log that it is read. */
const openFile = async (ctx: MemberCtx, id: string, fileId: string): Promise<StoredFile> =>
  unwrap(
    await transact<StoredFile | AppError>(ctx, async (tx) => {
      await requireModerator(tx.db, tx.member)
      await lockCase(tx.db, id, tx.member, { now: tx.now() })
      const [evidenceId, mediaId] = fileId.split('.')
      const { rows } = await sql<StoredFile>`
        select f."evidenceId", f."mediaId", f.key, f.sha256
        from evidence_files f join evidence e on e.id = f."evidenceId"
        where e.id = ${evidenceId} and e."caseId" = ${id} and not e.sealed and f."mediaId" = ${mediaId}
          and f."copiedAt" is not null`.execute(tx.db)
      if (!rows[0]) throw new AppError('NOT_FOUND')
      const limit = await checkViewLimits(tx)
      if (limit) return limit
      await appendToLog(tx, { byId: tx.member.accountId, act: 'FILE_READ', caseId: id, about: { file: fileId } })
      return rows[0]
    }),
  )

/**
 * Reads the file of a picture in evidence. Throws NOT_FOUND for a file of sealed evidence, for one that is not copied,
 * and for one whose bytes are missing or have changed, which it then marks as damaged.
 */
export async function readEvidenceFile(ctx: MemberCtx, id: string, fileId: string): Promise<Buffer> {
  const { evidenceId, mediaId, key, sha256 } = await openFile(ctx, id, fileId)
  const bytes = await ctx.photos.read(evidenceKey(key))
  if (bytes && createHash('sha256').update(bytes).digest().equals(sha256)) return bytes
  await ctx.db
    .updateTable('evidence_files')
    .set({ damagedAt: ctx.now().toISOString() })
    .where('evidenceId', '=', evidenceId)
    .where('mediaId', '=', mediaId)
    .where('damagedAt', 'is', null)
    .execute()
  throw new AppError('NOT_FOUND')
}
