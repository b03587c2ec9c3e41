import type { Id } from '@app/contract/base'
import type { Event, SaveEvent } from '@app/contract/events'
import { stockholmClock, stockholmInstant } from '@app/contract/stockholm-time'
import type { MemberCtx } from '@app/server/context'
import { violatedConstraint } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import { insertEventMails } from '@app/server/events/mails'
import { moveQueuesUp } from '@app/server/events/seats'
import { listAnswerers, listHosts, readEventInfo, tellAll } from '@app/server/events/telling'
import { tellMessage } from '@app/server/group-messages'
import { keepActor } from '@app/server/policies/actors'
import { lockEvent } from '@app/server/policies/events'
import { lockGroup, requireGroup } from '@app/server/policies/groups'
import { type MemberTx, type Tx, transact } from '@app/server/transact'
import { insertPost } from '../group-chats/post.ts'
import type { Limits } from '../limits/limits.ts'
import { forgetReminders, insertEvent, markCancelled, moveMessage, nameMessage, updateEvent } from './changes.ts'
import { findAnnounced, readEvent, splitEvent } from './queries.ts'

/** Returns when the event begins; refuses a day that has passed, or a time that has passed today. */
function requireFuture({ date, time }: SaveEvent, now: Date): string {
  const eventTime = stockholmInstant(date, time)
  if (eventTime && Date.parse(eventTime) > now.getTime()) return eventTime
  const path = date < stockholmClock(now).date ? 'date' : 'time'
  throw new AppError('DATE_TIME_PASSED', { fields: [{ path, problem: 'event.passed' }] })
}

/** My other devices hear of what I have made. */
async function tellCreated(tx: MemberTx, eventId: string): Promise<Event> {
  const view = await readEvent(tx.db, eventId, tx.member.id)
  tx.notify([tx.member.id], { type: 'event:changed', change: 'CREATED', ...splitEvent(view) })
  return view
}

/** Of the same event announced again under its `clientId`, at once or later, there is the one that was stored first. */
async function once(ctx: MemberCtx, { clientId }: SaveEvent, create: () => Promise<Event>): Promise<Event> {
  try {
    return await create()
  } catch (error) {
    if (!clientId || violatedConstraint(error) !== 'events_once') throw error
    return readEvent(ctx.db, await findAnnounced(ctx.db, ctx.member.id, clientId), ctx.member.id)
  }
}

export async function createPublicEvent(ctx: MemberCtx, limits: Limits, save: SaveEvent): Promise<Event> {
  const eventTime = requireFuture(save, ctx.now())
  await limits.take('eventsMade', ctx.member.accountId)
  const create = async (tx: MemberTx) => {
    await keepActor(tx.db, tx.member.id)
    const id = await insertEvent(tx.db, { ...save, eventTime, authorId: tx.member.id, groupId: null }, tx.now())
    return tellCreated(tx, id)
  }
  return once(ctx, save, () => transact(ctx, create))
}

/** An event of a group is a message in it at the same time. */
export async function createGroupEvent(ctx: MemberCtx, limits: Limits, groupId: Id, save: SaveEvent): Promise<Event> {
  await requireGroup(ctx.db, groupId, ctx.member, 'admin')
  const eventTime = requireFuture(save, ctx.now())
  await limits.take('eventsMade', ctx.member.accountId)
  const create = async (tx: MemberTx) => {
    await keepActor(tx.db, tx.member.id)
    await lockGroup(tx.db, groupId, tx.member, 'admin')
    const eventId = await insertEvent(tx.db, { ...save, eventTime, authorId: tx.member.id, groupId }, tx.now())
    const { title, place } = save
    const event = { eventId, title, place, eventTime, cancelled: false, sessionResponse: 'NO_ANSWER' } as const
    await nameMessage(tx.db, eventId, await insertPost(tx, { groupId, message: title, event }))
    return tellCreated(tx, eventId)
  }
  return once(ctx, save, () => transact(ctx, create))
}

/** Whoever has answered hears of it by mail, too, except who did it. */
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

/** The same event again changes nothing and tells nobody. */
export async function changeEvent(ctx: MemberCtx, eventId: string, save: SaveEvent): Promise<Event> {
  return transact(ctx, async (tx) => {
    await lockEvent(tx.db, eventId, tx.member, 'change', tx.now())
    const eventTime = requireFuture(save, tx.now())
    const changed = await updateEvent(tx.db, eventId, { ...save, eventTime }, tx.now())
    return changed.size > 0 ? notifyChanged(tx, eventId, changed) : readEvent(tx.db, eventId, tx.member.id)
  })
}

/** Updates the event's message in its group, and notifies all members of the group, whatever they have answered. */
async function notifyGroup(tx: Tx, eventId: string): Promise<void> {
  const messageId = await moveMessage(tx.db, eventId, tx.now())
  if (messageId) await tellMessage(tx, messageId)
}

async function notifyChanged(tx: MemberTx, eventId: string, changed: Set<string>): Promise<Event> {
  if (changed.has('eventTime')) await forgetReminders(tx.db, eventId)
  if (changed.has('capacity')) await moveQueuesUp(tx, [eventId])
  const answerers = await listAnswerers(tx.db, eventId)
  const hosts = await listHosts(tx.db, eventId)
  await notifyGroup(tx, eventId)
  const view = await readEvent(tx.db, eventId, tx.member.id)
  tellAll(tx, 'CHANGED', splitEvent(view).event, [...hosts, ...answerers])
  if (changed.has('eventTime') || changed.has('place'))
    await mailAnswerers(tx, tx.member.id, 'EVENT_CHANGED', eventId, answerers)
  return view
}

/** Tells all whom it concerns that it will not be. Caller holds the locks of the event and its group. */
export async function callOff(tx: Tx, eventId: string, actorId: string): Promise<void> {
  await markCancelled(tx.db, [eventId], tx.now())
  await notifyGroup(tx, eventId)
  const answerers = await listAnswerers(tx.db, eventId)
  const hosts = await listHosts(tx.db, eventId)
  tellAll(tx, 'CANCELLED', await readEventInfo(tx.db, eventId), [...hosts, ...answerers])
  await mailAnswerers(tx, actorId, 'EVENT_CANCELLED', eventId, answerers)
}

/** What has been is taken out of the lists without a word; what was to come is called off. */
export const cancelEvent = (ctx: MemberCtx, eventId: string): Promise<void> =>
  transact(ctx, async (tx) => {
    const { eventTime } = await lockEvent(tx.db, eventId, tx.member, 'delete', tx.now())
    const over = Date.parse(eventTime) <= tx.now().getTime()
    await (over ? markCancelled(tx.db, [eventId], tx.now()) : callOff(tx, eventId, tx.member.id))
  })
