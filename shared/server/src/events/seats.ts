import { EVENT_REMINDER_LEAD_MS } from '@app/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import type { Tx } from '../delivery/transact.ts'
import { selectBlocks } from '../policies/blocking.ts'
import { insertEventMails } from './mails.ts'
import { type EventRecipient, listMemberEventStates, readEventsOf } from './views.ts'

/** Returns the latest start of events whose reminder is due. Members who get a seat at one now need no reminder. */
export const getReminderHorizon = (now: Date): Date => new Date(now.getTime() + EVENT_REMINDER_LEAD_MS)

/** Gives free seats to the members who have waited longest. The caller holds the events' locks. */
async function assignFreeSeats(db: DatabaseTransaction, eventIds: string[], now: Date): Promise<EventRecipient[]> {
  const { rows } = await sql<EventRecipient>`
    with moved as (
      update event_answers seat set answer = 'YES',
        "remindedAt" = case when first."eventTime" <= ${getReminderHorizon(now)} then ${now}::timestamptz end
      from (
        select e."eventTime", queue.* from events e cross join lateral (
          select "eventId", "memberId" from event_answers where "eventId" = e.id and answer = 'WAITING' order by turn
          limit case when e.capacity is null then null else greatest(e.capacity - e.coming, 0) end) queue
        where e.id = any(${eventIds}::bigint[]) and e.waiting > 0 and e."cancelledAt" is null and e."eventTime" > ${now}
      ) first
      where seat."eventId" = first."eventId" and seat."memberId" = first."memberId"
      returning seat."eventId", seat."memberId", seat.turn
    ), counted as (
      update events set coming = coming + given.seats, waiting = waiting - given.seats
      from (select "eventId", count(*) as seats from moved group by "eventId") given where events.id = given."eventId"
    )
    select "eventId", "memberId" from moved order by turn`.execute(db)
  return rows
}

/** Gives free seats to members in the queues of these events, and notifies them. The caller holds the events' locks. */
export async function advanceQueues(tx: Pick<Tx, 'db' | 'now' | 'notify'>, eventIds: string[]): Promise<void> {
  const assignedSeats = await assignFreeSeats(tx.db, eventIds, tx.now())
  if (assignedSeats.length === 0) return
  const findEvent = await readEventsOf(tx.db, assignedSeats)
  const recipients = await listMemberEventStates(tx.db, assignedSeats)
  for (const { eventId, memberId, ...ownState } of recipients) {
    const event = findEvent(eventId, memberId)
    if (event) tx.notify([memberId], { type: 'event:changed', change: 'SEAT', event, mine: ownState })
  }
  await insertEventMails(tx, 'EVENT_SEAT', recipients)
}

type Options = {
  memberId: string
  groupId?: string
  authorId?: string
  byBlocked?: boolean
  includePast?: boolean
  until?: Date | null
}

/** Returns a SQL condition for events by these authors, except in groups of which the member is an admin. */
const andIsBy = (
  authorIds: RawBuilder<unknown>,
  memberId: string,
) => sql`and e."authorId" in (${authorIds}) and not exists (
  select from group_members where "groupId" = e."groupId" and "memberId" = ${memberId} and admin and not held)`

/**
 * Deletes the answers that the copies of called-off events store, and keeps the counts of these copies correct, as for
 * canceled events. Takes the start of each event from its copy, which is the one that the member sees.
 */
const deleteCalledOffAnswers = (
  { db, now }: Pick<Tx, 'db' | 'now'>,
  { memberId, groupId, includePast = false, until = null }: Options,
) =>
  sql`
    update event_call_offs off set answer = null, "answeredAt" = null, turn = null, "waitingPlace" = null,
      coming = off.coming - (off.answer = 'YES')::int, interested = off.interested - (off.answer = 'MAYBE')::int,
      waiting = off.waiting - (off.answer = 'WAITING')::int
    from events e
    where off."memberId" = ${memberId} and off.answer is not null and e.id = off."eventId"
      and (${includePast}::boolean or off."eventTime" > ${now()}) ${groupId ? sql`and e."groupId" = ${groupId}` : sql``}
      and (${until}::timestamptz is null or off."eventTime" <= ${until})`.execute(db)

/**
 * Deletes a member's answers to upcoming events. With `includePast` also to past events, with `groupId` only to events
 * of this group, with `until` only to events that begin by then. With `authorId` only to events by this author, with
 * `byBlocked` by authors who have a block with the member, both except in groups of which the member is an admin. Members
 * in the queues get the seats. Also deletes the answers to called-off events, unless it is because of a block, which keeps
 * them for the blocked member.
 */
export async function deleteMemberAnswers(tx: Pick<Tx, 'db' | 'now' | 'notify'>, options: Options): Promise<void> {
  const { memberId, groupId, authorId, byBlocked = false, includePast = false, until = null } = options
  if (!authorId && !byBlocked) await deleteCalledOffAnswers(tx, options)
  const { rows } = await sql<{ id: string }>`
    select e.id from events e join event_answers a on a."eventId" = e.id and a."memberId" = ${memberId}
    where (${includePast}::boolean or e."eventTime" > ${tx.now()}) ${groupId ? sql`and e."groupId" = ${groupId}` : sql``}
      and (${until}::timestamptz is null or e."eventTime" <= ${until})
      ${authorId ? andIsBy(sql`${authorId}`, memberId) : sql``}
      ${byBlocked ? andIsBy(selectBlocks(sql`${memberId}::bigint`), memberId) : sql``}
    order by e.id for no key update of e`.execute(tx.db)
  const eventIds = rows.map(({ id }) => id)
  if (eventIds.length === 0) return
  await sql`
    with dropped as (
      delete from event_answers where "memberId" = ${memberId} and "eventId" = any(${eventIds}::bigint[])
      returning "eventId", answer)
    update events set coming = coming - (answer = 'YES')::int, interested = interested - (answer = 'MAYBE')::int,
      waiting = waiting - (answer = 'WAITING')::int
    from dropped where events.id = dropped."eventId"`.execute(tx.db)
  await advanceQueues(tx, eventIds)
}
