import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { getExportFileKey } from '@app/server/exports/file-keys'
import type { WorkerCtx } from '../context.ts'
import { createZip } from './archive.ts'
import { listParts } from './parts.ts'
import { type ClaimedExport, claimExport, markFailed, markReady, refundAttempt } from './queries.ts'

/**
 * The number of attempts that may crash or fail before the export fails. Attempts during an outage of the photo store
 * do not count.
 */
const ATTEMPTS_MAX = 3

async function storeArchive(ctx: WorkerCtx, claimedExport: ClaimedExport): Promise<void> {
  try {
    await ctx.photos.putStream(getExportFileKey(claimedExport), createZip(await listParts(ctx, claimedExport.memberId)))
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAVAILABLE') await refundAttempt(ctx.db, claimedExport)
    throw error
  }
}

/**
 * Marks an export as ready or failed, and notifies the member's devices. Returns false if it is no longer wanted, or
 * another attempt has begun.
 */
const finish = (ctx: WorkerCtx, claimedExport: ClaimedExport, mark: typeof markReady): Promise<boolean> =>
  transact(ctx, async (tx) => {
    const isMarked = await mark(tx.db, claimedExport, tx.now())
    if (isMarked) tx.notify([claimedExport.memberId], { type: 'export:changed' })
    return isMarked
  })

/** Streams all of a member's own data into one stored archive. Idempotent. */
export async function buildExport(ctx: WorkerCtx, { exportId }: { exportId: string }): Promise<void> {
  const claimedExport = await claimExport(ctx.db, exportId)
  if (!claimedExport) return
  if (claimedExport.attempts > ATTEMPTS_MAX) return void (await finish(ctx, claimedExport, markFailed))
  await storeArchive(ctx, claimedExport)
  if (!(await finish(ctx, claimedExport, markReady))) await ctx.photos.remove(getExportFileKey(claimedExport))
}
