import type { Ctx } from '@app/server/context'
import { inHalves } from './in-halves.ts'
import { dropLate, endDay, insertDigests, listReaders, moveOn, openDay } from './queries.ts'
import { digestDay, type Today } from './today.ts'

const MEMBERS_AT_ONCE = 1_000

/** Looks at some members more and answers the last of them; undefined when there are no more. */
async function writeSome({ db, log }: Ctx, today: Today, after: string): Promise<string | undefined> {
  const memberIds = await listReaders(db, after, MEMBERS_AT_ONCE)
  await inHalves(
    memberIds,
    async (some) => (await insertDigests(db, some, today)).rows,
    (error) => log.error({ err: error }, 'a digest could not be written'),
  )
  return memberIds.at(-1)
}

/**
 * Writes down who is sent a digest today. How far it is stands in the day's row, so that whoever comes after a crash goes on
 * from there; what has been done twice, by two at once, is there once.
 */
export async function writeDigests(ctx: Ctx): Promise<void> {
  const today = digestDay(ctx.now())
  if (!today) return
  await dropLate(ctx.db, today)
  let last = await openDay(ctx.db, today)
  while (last !== undefined) {
    const next = await writeSome(ctx, today, last)
    await (next === undefined ? endDay(ctx.db, today) : moveOn(ctx.db, today, next))
    last = next
  }
}
