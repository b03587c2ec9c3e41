import type { Event, SaveEvent } from '@app/contract/events'
import { resolveStart } from '@app/contract/time/event-start'
import { findViolatedConstraint } from '@app/server/db/database'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { lockActor } from '@app/server/policies/actors'
import type { MemberCtx } from '../context.ts'
import { insertEvent } from './changes.ts'
import { findEventByClientId, readEvent, splitEvent } from './queries.ts'

/**
 * Returns the time at which the event begins. Throws DATE_TIME_PASSED if it is not in the future, and VALIDATION if a
 * clock change skips it.
 */
export function requireFutureStart(event: SaveEvent, now: Date): string {
  const start = resolveStart(event, now)
  if ('instant' in start) return start.instant
  throw new AppError(start.problem === 'event.passed' ? 'DATE_TIME_PASSED' : 'VALIDATION', { fields: [start] })
}

/** Notifies the author's devices of a created event, and returns it. */
export async function notifyCreated(tx: MemberTx, eventId: string): Promise<Event> {
  const view = await readEvent(tx.db, eventId, tx.member.id)
  tx.notify([tx.member.id], { type: 'event:changed', change: 'CREATED', ...splitEvent(view) })
  return view
}

/** Creates an event once: a repeated request with the same `clientId` returns the event that was stored first. */
export async function createIdempotently(
  ctx: MemberCtx,
  { clientId }: SaveEvent,
  create: () => Promise<Event>,
): Promise<Event> {
  try {
    return await create()
  } catch (error) {
    if (!clientId || findViolatedConstraint(error) !== 'events_once') throw error
    return readEvent(ctx.db, await findEventByClientId(ctx.db, ctx.member.id, clientId), ctx.member.id)
  }
}

/** Creates a public event once, and notifies the author's devices. */
export async function createPublicEvent(ctx: MemberCtx, input: SaveEvent): Promise<Event> {
  const eventTime = requireFutureStart(input, ctx.now())
  await ctx.limits.take('eventsMade', ctx.member.accountId)
  const create = async (tx: MemberTx) => {
    await lockActor(tx.db, tx.member.id)
    const id = await insertEvent(tx.db, { ...input, eventTime, authorId: tx.member.id, groupId: null }, tx.now())
    return notifyCreated(tx, id)
  }
  return createIdempotently(ctx, input, () => transact(ctx, create))
}
