import { AppError } from '@app/server/errors'
import { exportFile } from '@app/server/export-files'
import type { WorkerCtx } from '../context.ts'
import { zipOf } from './archive.ts'
import { partsOf } from './parts.ts'
import { type Claimed, claimExport, giveAttemptBack, markFailed, markReady } from './queries.ts'

/** An archive that ends its process every time is given up. */
const ATTEMPTS = 3

async function store(ctx: WorkerCtx, claimed: Claimed): Promise<void> {
  try {
    await ctx.photos.putStream(exportFile(claimed), zipOf(await partsOf(ctx, claimed.memberId)))
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAVAILABLE') await giveAttemptBack(ctx.db, claimed)
    throw error
  }
}

/** Puts all of a member's own data into one file, piece by piece. May run any number of times. */
export async function buildExport(ctx: WorkerCtx, { exportId }: { exportId: string }): Promise<void> {
  const claimed = await claimExport(ctx.db, exportId)
  if (!claimed) return
  if (claimed.attempts > ATTEMPTS) return void (await markFailed(ctx.db, claimed))
  await store(ctx, claimed)
  if (!(await markReady(ctx.db, claimed, ctx.now()))) await ctx.photos.remove(exportFile(claimed))
}
