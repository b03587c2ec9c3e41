import type { Tx } from '@app/server/delivery/transact'
import { deleteMemberAnswers } from '@app/server/events/seats'
import { sql } from 'kysely'
import { cancelAndNotify } from './actions.ts'

/**
 * Locks the groups of the upcoming events that the member has created, and then the upcoming events that they have created
 * or answered, each in id order, so that concurrent transactions cannot deadlock. Returns the ids of the created events,
 * except canceled ones.
 */
async function lockUpcomingEvents({ db, now }: Tx, memberId: string, until: Date | null): Promise<string[]> {
  const isInRange = sql`"eventTime" > ${now()} and (${until}::timestamptz is null or "eventTime" <= ${until})`
  const isOwnUpcoming = sql`"authorId" = ${memberId} and ${isInRange} and "cancelledAt" is null`
  await sql`select from groups where id in (select "groupId" from events where ${isOwnUpcoming}) order by id for update`.execute(
    db,
  )
  const { rows } = await sql<{ id: string; mine: boolean }>`
    select id, coalesce(${isOwnUpcoming}, false) as mine from events
    where (${isOwnUpcoming}) or (${isInRange} and id in (
      select "eventId" from event_answers where "memberId" = ${memberId}))
    order by id for no key update`.execute(db)
  return rows.filter((event) => event.mine).map(({ id }) => id)
}

/**
 * Cancels the upcoming events of a member who is no longer visible, deletes the member's answers to other events, and gives
 * their seats to the queues; with `until`, only for events that begin by then. Restoring the member restores neither.
 */
export async function leaveEvents(tx: Tx, memberId: string, until: Date | null = null): Promise<void> {
  for (const eventId of await lockUpcomingEvents(tx, memberId, until)) await cancelAndNotify(tx, eventId, memberId)
  await deleteMemberAnswers(tx, { memberId, until })
}
