import type { EventInfo } from '@app/contract/events'
import type { PushOf } from '@app/contract/pushes'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Tx } from '../delivery/transact.ts'
import { IS_CALLED_OFF, isHost, joinEventRelations, shouldNotify } from '../policies/events.ts'
import { type EventRecipient, readEventsOf } from './views.ts'

export type EventChange = PushOf<'event:changed'>['change']

/**
 * Lists the event and the member of each answer whose author may be notified of the event's current state. Omits members
 * for whom the event was called off.
 */
export async function listNotifiableAnswers(db: Database, eventIds: string[]): Promise<EventRecipient[]> {
  const me = sql.ref('answered.memberId')
  const { rows } = await sql<EventRecipient>`
    select answered."eventId", answered."memberId" from event_answers answered
    join members m on m.id = answered."memberId" and m."deletedAt" is null
    join events e on e.id = answered."eventId" ${joinEventRelations(me)}
    where answered."eventId" = any(${eventIds}::bigint[]) and ${shouldNotify(me)} and not ${IS_CALLED_OFF}`.execute(db)
  return rows
}

/** Lists the members who have answered an event and may be notified of it. */
export const listRespondentIds = async (db: Database, eventId: string): Promise<string[]> =>
  (await listNotifiableAnswers(db, [eventId])).map(({ memberId }) => memberId)

/** Lists the hosts of an event: its author and the admins of its group. */
export async function listHostIds(db: Database, eventId: string): Promise<string[]> {
  const me = sql.ref('m.id')
  const { rows } = await sql<{ id: string }>`
    select m.id from events e
    join members m on m."deletedAt" is null and (m.id = e."authorId"
      or m.id in (select "memberId" from group_members where "groupId" = e."groupId" and admin and not held))
    left join group_members gm on gm."groupId" = e."groupId" and gm."memberId" = m.id and not gm.held
    where e.id = ${eventId} and ${isHost(me)}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Notifies members of changes to events. Members who have a block with a participant get counts without that
 * participant; all others get the same push.
 */
export async function notifyEventChanges(
  tx: Pick<Tx, 'db' | 'notify'>,
  change: EventChange,
  recipients: EventRecipient[],
): Promise<void> {
  const findEvent = await readEventsOf(tx.db, recipients)
  const pushes = new Map<string, { event: EventInfo; to: Set<string> }>()
  for (const { eventId, memberId } of recipients) {
    const event = findEvent(eventId, memberId)
    if (!event) continue
    const key = [eventId, event.coming, event.interested, event.waiting].join()
    const push = pushes.get(key) ?? { event, to: new Set() }
    pushes.set(key, push)
    push.to.add(memberId)
  }
  for (const { event, to } of pushes.values()) tx.notify([...to], { type: 'event:changed', change, event, mine: null })
}

/** Notifies members of a change to one event, as `notifyEventChanges` does. */
export const notifyEventChange = (
  tx: Pick<Tx, 'db' | 'notify'>,
  change: EventChange,
  eventId: string,
  memberIds: Iterable<string>,
): Promise<void> =>
  notifyEventChanges(
    tx,
    change,
    [...new Set(memberIds)].map((memberId) => ({ eventId, memberId })),
  )
