import type { Ctx } from '@app/server/context'
import { bisectBatch } from './bisect-batch.ts'
import { advanceDay, dropOutdated, endDay, insertDigests, listReaders, openDay } from './queries.ts'
import { digestDay, type Today } from './today.ts'

const BATCH_SIZE = 1_000

/** Writes the digests of the next batch of members, and returns the last member; undefined after the last batch. */
async function writeBatch({ db, log }: Ctx, today: Today, after: string): Promise<string | undefined> {
  const memberIds = await listReaders(db, after, BATCH_SIZE)
  await bisectBatch(
    memberIds,
    async (batch) => (await insertDigests(db, batch, today)).rows,
    (error) => log.error({ err: error }, 'a digest could not be written'),
  )
  return memberIds.at(-1)
}

/**
 * Writes today's digests. The day's row stores the progress, so that another worker continues after a crash; the
 * inserts are idempotent, so that two workers may write concurrently.
 */
export async function writeDigests(ctx: Ctx): Promise<void> {
  const today = digestDay(ctx.now())
  if (!today) return
  await dropOutdated(ctx.db, today)
  let last = await openDay(ctx.db, today)
  while (last !== undefined) {
    const next = await writeBatch(ctx, today, last)
    await (next === undefined ? endDay(ctx.db, today) : advanceDay(ctx.db, today, next))
    last = next
  }
}
