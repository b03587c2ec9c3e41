import type { EventInfo } from '@app/contract/events'
import type { PushOf } from '@app/contract/pushes'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Tx } from '../delivery/transact.ts'
import { isHost, joinEventRelations, shouldNotify } from '../policies/events.ts'
import { listEventInfos } from './views.ts'

export type EventChange = PushOf<'event:changed'>['change']

/** Reads an event that must exist, since the caller holds its lock. */
export async function readEventInfo(db: Database, eventId: string): Promise<EventInfo> {
  const [event] = await listEventInfos(db, [eventId])
  if (!event) throw new Error('a locked event is missing')
  return event
}

/** Lists the pairs of event and member for all answers by members who may be notified of the event. */
export async function listNotifiableAnswers(
  db: Database,
  eventIds: string[],
): Promise<{ eventId: string; memberId: string }[]> {
  const me = sql.ref('answered.memberId')
  const { rows } = await sql<{ eventId: string; memberId: string }>`
    select answered."eventId", answered."memberId" from event_answers answered
    join members m on m.id = answered."memberId" and m."deletedAt" is null
    join events e on e.id = answered."eventId" ${joinEventRelations(me)}
    where answered."eventId" = any(${eventIds}::bigint[]) and ${shouldNotify(me)}`.execute(db)
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

/** Notifies these members of a change to an event, with a push that is the same for all of them. */
export function notifyEventChange(
  tx: Pick<Tx, 'notify'>,
  change: EventChange,
  event: EventInfo,
  to: Iterable<string>,
): void {
  const recipients = [...new Set(to)]
  if (recipients.length > 0) tx.notify(recipients, { type: 'event:changed', change, event, mine: null })
}
