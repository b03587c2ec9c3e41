import type { Event, SaveEvent } from '@app/contract/events'
import type { MemberCtx } from '@app/server/context'
import { type MemberTx, type Tx, transact } from '@app/server/delivery/transact'
import { insertEventMails } from '@app/server/events/mails'
import { listHostIds, listRespondentIds, notifyEventChange, readEventInfo } from '@app/server/events/notifications'
import { advanceQueues } from '@app/server/events/seats'
import { notifyGroupMessage } from '@app/server/groups/messages'
import { lockEvent } from '@app/server/policies/events'
import { markCancelled, resetReminders, touchEventMessage, updateEvent } from './changes.ts'
import { requireFuture } from './creation.ts'
import { readEvent, splitEvent } from './queries.ts'

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
