import type { Event, SaveEvent } from '@app/contract/events'
import { type MemberTx, type Tx, transact } from '@app/server/delivery/transact'
import { insertEventMails } from '@app/server/events/mails'
import { listHostIds, listRespondentIds, notifyEventChange } from '@app/server/events/notifications'
import { advanceQueues } from '@app/server/events/seats'
import { notifyGroupMessage } from '@app/server/groups/messages'
import { lockEvent } from '@app/server/policies/events'
import type { MemberCtx } from '../context.ts'
import { markCanceled, resetReminders, touchEventMessage, updateEvent } from './changes.ts'
import { requireFutureStart } from './creation.ts'
import { readEvent } from './queries.ts'

/** Emails the members who answered, except the member who made the change. */
export const mailRespondents = (
  tx: Tx,
  actorId: string,
  kind: 'EVENT_CHANGED' | 'EVENT_CANCELLED',
  eventId: string,
  respondentIds: string[],
): Promise<void> =>
  insertEventMails(
    tx,
    kind,
    respondentIds.filter((id) => id !== actorId).map((memberId) => ({ eventId, memberId })),
  )

/** Changes an event. A request without differences stores nothing and notifies no one. */
export async function changeEvent(ctx: MemberCtx, eventId: string, input: SaveEvent): Promise<Event> {
  return transact(ctx, async (tx) => {
    await lockEvent(tx.db, eventId, tx.member, 'change', tx.now())
    const eventTime = requireFutureStart(input, tx.now())
    const changedFields = await updateEvent(tx, eventId, { ...input, eventTime })
    return changedFields.size > 0 ? notifyChanged(tx, eventId, changedFields) : readEvent(tx.db, eventId, tx.member.id)
  })
}

/** Updates the event's message in its group, and notifies all members of the group, regardless of their answers. */
export async function notifyEventGroup(tx: Tx, eventId: string): Promise<void> {
  const messageId = await touchEventMessage(tx.db, eventId, tx.now())
  if (messageId) await notifyGroupMessage(tx, messageId)
}

/**
 * Notifies everyone affected by a change, after updating reminders and queue. Returns the event as the caller sees it.
 */
async function notifyChanged(tx: MemberTx, eventId: string, changedFields: Set<string>): Promise<Event> {
  if (changedFields.has('eventTime')) await resetReminders(tx.db, eventId)
  if (changedFields.has('capacity')) await advanceQueues(tx, [eventId])
  const respondentIds = await listRespondentIds(tx.db, eventId)
  const hostIds = await listHostIds(tx.db, eventId)
  await notifyEventGroup(tx, eventId)
  await notifyEventChange(tx, 'CHANGED', eventId, [...hostIds, ...respondentIds])
  if (changedFields.has('eventTime') || changedFields.has('place'))
    await mailRespondents(tx, tx.member.id, 'EVENT_CHANGED', eventId, respondentIds)
  return readEvent(tx.db, eventId, tx.member.id)
}

/** Cancels an event and notifies everyone affected. The caller holds the locks of the event and its group. */
export async function cancelAndNotify(tx: Tx, eventId: string, actorId: string): Promise<void> {
  await markCanceled(tx.db, [eventId], tx.now())
  await notifyEventGroup(tx, eventId)
  const respondentIds = await listRespondentIds(tx.db, eventId)
  const hostIds = await listHostIds(tx.db, eventId)
  await notifyEventChange(tx, 'CANCELLED', eventId, [...hostIds, ...respondentIds])
  await mailRespondents(tx, actorId, 'EVENT_CANCELLED', eventId, respondentIds)
}

/** Cancels an upcoming event; removes a past one from the lists without notifications. */
export const cancelEvent = (ctx: MemberCtx, eventId: string): Promise<void> =>
  transact(ctx, async (tx) => {
    const { eventTime } = await lockEvent(tx.db, eventId, tx.member, 'cancel', tx.now())
    const isOver = Date.parse(eventTime) <= tx.now().getTime()
    await (isOver ? markCanceled(tx.db, [eventId], tx.now()) : cancelAndNotify(tx, eventId, tx.member.id))
  })
