import type { Tx } from '@app/server/delivery/transact'
import { dropAnswersOfMember } from '@app/server/events/seats'
import { sql } from 'kysely'
import { cancelAndNotify } from './actions.ts'

/**
 * Locks all upcoming events of the member in one id order, so that two members who leave at the same time cannot
 * deadlock. Returns the ids of the member's own events.
 */
async function lockUpcomingEvents({ db, now }: Tx, memberId: string): Promise<string[]> {
  const ownEvents = sql`"authorId" = ${memberId} and "eventTime" > ${now()} and "cancelledAt" is null`
  await sql`select from groups where id in (select "groupId" from events where ${ownEvents}) order by id for update`.execute(
    db,
  )
  const { rows } = await sql<{ id: string; mine: boolean }>`
    select id, coalesce(${ownEvents}, false) as mine from events
    where (${ownEvents}) or ("eventTime" > ${now()} and id in (
      select "eventId" from event_answers where "memberId" = ${memberId}))
    order by id for no key update`.execute(db)
  return rows.filter((event) => event.mine).map(({ id }) => id)
}

/**
 * Cancels the events of a member who is no longer visible, and frees that member's seats. Restoring the member restores
 * neither.
 */
export async function leaveEvents(tx: Tx, memberId: string): Promise<void> {
  for (const eventId of await lockUpcomingEvents(tx, memberId)) await cancelAndNotify(tx, eventId, memberId)
  await dropAnswersOfMember(tx, { memberId })
}
