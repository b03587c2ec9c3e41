import type { Id } from '@app/contract/base'
import type { Event, SaveEvent } from '@app/contract/events'
import { resolveStart } from '@app/contract/time/event-start'
import { findViolatedConstraint } from '@app/server/db/database'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { lockActor } from '@app/server/policies/actors'
import { requireEvent } from '@app/server/policies/events'
import { requireNoRestriction } from '@app/server/policies/measures'
import type { MemberCtx } from '../context.ts'
import { createOnce } from '../limits/create-once.ts'
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

/**
 * Creates an event once: a repeated request with the same `clientId` returns the event that was stored first, if its author
 * may still read it. Throws CONFLICT if that event is in another group, or public. Only a creation counts against the
 * daily limit, no repeated or failed request. Locks the author before `create` runs.
 */
export function createEventOnce(
  ctx: MemberCtx,
  { clientId, groupId }: Pick<SaveEvent, 'clientId'> & { groupId: Id | null },
  create: (tx: MemberTx) => Promise<Event>,
): Promise<Event> {
  const { id: authorId, accountId: subject } = ctx.member
  const find = async () => {
    const stored = clientId && (await findEventByClientId(ctx.db, authorId, clientId))
    if (!stored) return undefined
    if (stored.groupId !== groupId) throw new AppError('CONFLICT')
    await requireEvent(ctx.db, stored.id, ctx.member, 'read', ctx.now())
    return readEvent(ctx.db, stored.id, authorId)
  }
  const createOrFind = async () => {
    try {
      const createIfUnrestricted = async (tx: MemberTx) => {
        await lockActor(tx.db, authorId)
        await requireNoRestriction(tx.db, authorId, 'POST', tx.now())
        return create(tx)
      }
      return { item: await transact(ctx, createIfUnrestricted), isNew: true }
    } catch (error) {
      const item = findViolatedConstraint(error) === 'events_once' ? await find() : undefined
      if (!item) throw error
      return { item, isNew: false }
    }
  }
  return createOnce(ctx, { rate: 'eventsMade', subject, find, create: createOrFind })
}

/** Creates a public event once, and notifies the author's devices. */
export async function createPublicEvent(ctx: MemberCtx, input: SaveEvent): Promise<Event> {
  const eventTime = requireFutureStart(input, ctx.now())
  return createEventOnce(ctx, { ...input, groupId: null }, async (tx) => {
    const id = await insertEvent(tx.db, { ...input, eventTime, authorId: tx.member.id, groupId: null }, tx.now())
    return notifyCreated(tx, id)
  })
}
