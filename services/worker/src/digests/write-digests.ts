import type { Ctx } from '@app/server/context'
import { bisectBatch } from './bisect-batch.ts'
import { advanceDay, dropOutdatedDigests, finishDay, insertDigests, listReaders, openDay } from './queries.ts'
import { findDigestDay, type Today } from './today.ts'

const BATCH_SIZE = 1_000

/**
 * Writes the digests of the next batch of members. Returns the id of the last member; undefined after the last batch.
 */
async function writeBatch({ db, log }: Ctx, today: Today, after: string): Promise<string | undefined> {
  const memberIds = await listReaders(db, after, BATCH_SIZE)
  await bisectBatch(
    memberIds,
    async (batch) => (await insertDigests(db, batch, today)).rows,
    (error) => log.error({ err: error }, 'failed to write a digest'),
  )
  return memberIds.at(-1)
}

/**
 * Writes today's digests. The row of the day stores the progress, so another worker continues after a crash. The
 * inserts are idempotent, so two workers may write concurrently.
 */
export async function writeDigests(ctx: Ctx): Promise<void> {
  const today = findDigestDay(ctx)
  if (!today) return
  await dropOutdatedDigests(ctx.db, today)
  let lastMemberId = await openDay(ctx.db, today)
  while (lastMemberId !== undefined) {
    const nextMemberId = await writeBatch(ctx, today, lastMemberId)
    await (nextMemberId === undefined ? finishDay(ctx.db, today) : advanceDay(ctx.db, today, nextMemberId))
    lastMemberId = nextMemberId
  }
}
