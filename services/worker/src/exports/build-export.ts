import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { getExportFileKey } from '@app/server/exports/files'
import type { WorkerCtx } from '../context.ts'
import { createZip } from './archive.ts'
import { listParts } from './parts.ts'
import { type Claimed, claimExport, markFailed, markReady, refundAttempt } from './queries.ts'

/** An export fails when this many attempts have crashed their process. */
const ATTEMPTS_MAX = 3

async function store(ctx: WorkerCtx, claimed: Claimed): Promise<void> {
  try {
    await ctx.photos.putStream(getExportFileKey(claimed), createZip(await listParts(ctx, claimed.memberId)))
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAVAILABLE') await refundAttempt(ctx.db, claimed)
    throw error
  }
}

/** Ends an export and notifies the member's devices. Returns false if the export is no longer wanted. */
const finish = (ctx: WorkerCtx, claimed: Claimed, mark: typeof markReady): Promise<boolean> =>
  transact(ctx, async (tx) => {
    const isMarked = await mark(tx.db, claimed, tx.now())
    if (isMarked) tx.notify([claimed.memberId], { type: 'export:changed' })
    return isMarked
  })

/** Writes all of a member's own data into one archive, as a stream. Idempotent. */
export async function buildExport(ctx: WorkerCtx, { exportId }: { exportId: string }): Promise<void> {
  const claimed = await claimExport(ctx.db, exportId)
  if (!claimed) return
  if (claimed.attempts > ATTEMPTS_MAX) return void (await finish(ctx, claimed, markFailed))
  await store(ctx, claimed)
  if (!(await finish(ctx, claimed, markReady))) await ctx.photos.remove(getExportFileKey(claimed))
}
