import { AppError } from '@app/server/errors'
import { exportFile } from '@app/server/export-files'
import { transact } from '@app/server/transact'
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

/** The member's devices hear how it ended. False when that is no longer wanted. */
const settle = (ctx: WorkerCtx, claimed: Claimed, mark: typeof markReady): Promise<boolean> =>
  transact(ctx, async (tx) => {
    const settled = await mark(tx.db, claimed, tx.now())
    if (settled) tx.notify([claimed.memberId], { type: 'export:changed' })
    return settled
  })

/** Puts all of a member's own data into one file, piece by piece. May run any number of times. */
export async function buildExport(ctx: WorkerCtx, { exportId }: { exportId: string }): Promise<void> {
  const claimed = await claimExport(ctx.db, exportId)
  if (!claimed) return
  if (claimed.attempts > ATTEMPTS) return void (await settle(ctx, claimed, markFailed))
  await store(ctx, claimed)
  if (!(await settle(ctx, claimed, markReady))) await ctx.photos.remove(exportFile(claimed))
}
