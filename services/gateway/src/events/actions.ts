import type { Id } from '@app/contract/base'
import type { Event, SaveEvent } from '@app/contract/events'
import { fromStockholmTime, toStockholmTime } from '@app/contract/time/stockholm-time'
import type { MemberCtx } from '@app/server/context'
import { findViolatedConstraint } from '@app/server/db/database'
import { type MemberTx, type Tx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { insertEventMails } from '@app/server/events/mails'
import { listHostIds, listRespondentIds, notifyEventChange, readEventInfo } from '@app/server/events/notifications'
import { advanceQueues } from '@app/server/events/seats'
import { notifyGroupMessage } from '@app/server/groups/messages'
import { lockActor } from '@app/server/policies/actors'
import { lockEvent } from '@app/server/policies/events'
import { lockGroup, requireGroup } from '@app/server/policies/groups'
import { insertPost } from '../group-chats/post.ts'
import type { Limits } from '../limits/limits.ts'
import {
  insertEvent,
  markCancelled,
  resetReminders,
  setEventMessage,
  touchEventMessage,
  updateEvent,
} from './changes.ts'
import { findEventOfClient, readEvent, splitEvent } from './queries.ts'

/** Returns the start of the event; rejects a date in the past, or a time in the past today. */
function requireFuture({ date, time }: SaveEvent, now: Date): string {
  const eventTime = fromStockholmTime(date, time)
  if (eventTime && Date.parse(eventTime) > now.getTime()) return eventTime
  const path = date < toStockholmTime(now).date ? 'date' : 'time'
  throw new AppError('DATE_TIME_PASSED', { fields: [{ path, problem: 'event.passed' }] })
}

/** Notifies my other devices of an event that I have created. */
async function notifyCreated(tx: MemberTx, eventId: string): Promise<Event> {
  const view = await readEvent(tx.db, eventId, tx.member.id)
  tx.notify([tx.member.id], { type: 'event:changed', change: 'CREATED', ...splitEvent(view) })
  return view
}

/** Creates an event once: a repeated request with the same `clientId` returns the event that was stored first. */
async function createIdempotently(
  ctx: MemberCtx,
  { clientId }: SaveEvent,
  create: () => Promise<Event>,
): Promise<Event> {
  try {
    return await create()
  } catch (error) {
    if (!clientId || findViolatedConstraint(error) !== 'events_once') throw error
    return readEvent(ctx.db, await findEventOfClient(ctx.db, ctx.member.id, clientId), ctx.member.id)
  }
}

export async function createPublicEvent(ctx: MemberCtx, limits: Limits, input: SaveEvent): Promise<Event> {
  const eventTime = requireFuture(input, ctx.now())
  await limits.take('eventsMade', ctx.member.accountId)
  const create = async (tx: MemberTx) => {
    await lockActor(tx.db, tx.member.id)
    const id = await insertEvent(tx.db, { ...input, eventTime, authorId: tx.member.id, groupId: null }, tx.now())
    return notifyCreated(tx, id)
  }
  return createIdempotently(ctx, input, () => transact(ctx, create))
}

/** Creates an event of a group together with its message in the group. */
export async function createGroupEvent(ctx: MemberCtx, limits: Limits, groupId: Id, input: SaveEvent): Promise<Event> {
  await requireGroup(ctx.db, groupId, ctx.member, 'admin')
  const eventTime = requireFuture(input, ctx.now())
  await limits.take('eventsMade', ctx.member.accountId)
  const create = async (tx: MemberTx) => {
    await lockActor(tx.db, tx.member.id)
    await lockGroup(tx.db, groupId, tx.member, 'admin')
    const eventId = await insertEvent(tx.db, { ...input, eventTime, authorId: tx.member.id, groupId }, tx.now())
    const { title, place } = input
    const event = { eventId, title, place, eventTime, cancelled: false, sessionResponse: 'NO_ANSWER' } as const
    await setEventMessage(tx.db, eventId, await insertPost(tx, { groupId, message: title, event }))
    return notifyCreated(tx, eventId)
  }
  return createIdempotently(ctx, input, () => transact(ctx, create))
}

/** Emails everyone who answered, except the author of the change. */
const mailAnswerers = (
  tx: Tx,
  actorId: string,
  kind: 'EVENT_CHANGED' | 'EVENT_CANCELLED',
  eventId: string,
  answerers: string[],
): Promise<void> =>
  insertEventMails(
    tx,
    kind,
    answerers.filter((id) => id !== actorId).map((memberId) => ({ eventId, memberId })),
  )

/** Changes an event. A change without differences stores nothing and notifies nobody. */
export async function changeEvent(ctx: MemberCtx, eventId: string, input: SaveEvent): Promise<Event> {
  return transact(ctx, async (tx) => {
    await lockEvent(tx.db, eventId, tx.member, 'change', tx.now())
    const eventTime = requireFuture(input, tx.now())
    const changed = await updateEvent(tx.db, eventId, { ...input, eventTime }, tx.now())
    return changed.size > 0 ? notifyChanged(tx, eventId, changed) : readEvent(tx.db, eventId, tx.member.id)
  })
}

/** Updates the event's message in its group, and notifies all members of the group, regardless of their answers. */
async function notifyGroup(tx: Tx, eventId: string): Promise<void> {
  const messageId = await touchEventMessage(tx.db, eventId, tx.now())
  if (messageId) await notifyGroupMessage(tx, messageId)
}

async function notifyChanged(tx: MemberTx, eventId: string, changed: Set<string>): Promise<Event> {
  if (changed.has('eventTime')) await resetReminders(tx.db, eventId)
  if (changed.has('capacity')) await advanceQueues(tx, [eventId])
  const answerers = await listRespondentIds(tx.db, eventId)
  const hosts = await listHostIds(tx.db, eventId)
  await notifyGroup(tx, eventId)
  const view = await readEvent(tx.db, eventId, tx.member.id)
  notifyEventChange(tx, 'CHANGED', splitEvent(view).event, [...hosts, ...answerers])
  if (changed.has('eventTime') || changed.has('place'))
    await mailAnswerers(tx, tx.member.id, 'EVENT_CHANGED', eventId, answerers)
  return view
}

/** Cancels an event and notifies everyone affected. Caller holds the locks of the event and its group. */
export async function cancelAndNotify(tx: Tx, eventId: string, actorId: string): Promise<void> {
  await markCancelled(tx.db, [eventId], tx.now())
  await notifyGroup(tx, eventId)
  const answerers = await listRespondentIds(tx.db, eventId)
  const hosts = await listHostIds(tx.db, eventId)
  notifyEventChange(tx, 'CANCELLED', await readEventInfo(tx.db, eventId), [...hosts, ...answerers])
  await mailAnswerers(tx, actorId, 'EVENT_CANCELLED', eventId, answerers)
}

/** Cancels an upcoming event; removes a past one from the lists without notifying anybody. */
export const cancelEvent = (ctx: MemberCtx, eventId: string): Promise<void> =>
  transact(ctx, async (tx) => {
    const { eventTime } = await lockEvent(tx.db, eventId, tx.member, 'delete', tx.now())
    const isOver = Date.parse(eventTime) <= tx.now().getTime()
    await (isOver ? markCancelled(tx.db, [eventId], tx.now()) : cancelAndNotify(tx, eventId, tx.member.id))
  })
