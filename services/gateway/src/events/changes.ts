import type { SaveEvent } from '@app/contract/events'
import type { DatabaseTransaction } from '@app/server/db/database'
import type { MemberTx } from '@app/server/delivery/transact'
import { isRestricted, requireNoRestriction } from '@app/server/policies/measures'
import { sql } from 'kysely'

type NewEvent = SaveEvent & { authorId: string; groupId: string | null; eventTime: string }

export async function insertEvent(db: DatabaseTransaction, event: NewEvent, now: Date): Promise<string> {
  const { title, description, place, paidEvent, eventTime, authorId, groupId } = event
  const createdAt = now.toISOString()
  const { id } = await db
    .insertInto('events')
    .values({
      title,
      description,
      place,
      paidEvent,
      eventTime,
      authorId,
      groupId,
      capacity: event.capacity ?? null,
      participantsShownTo: event.participantsShownTo ?? 'ALL',
      clientId: event.clientId ?? null,
      createdAt,
      changedAt: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Links the event to its message in the group. */
export const setEventMessage = (db: DatabaseTransaction, eventId: string, groupMessageId: string) =>
  db.updateTable('events').set({ groupMessageId }).where('id', '=', eventId).execute()

/**
 * Assigns the group's next version to the event's message in the group, because its content has changed. Returns the
 * message's id, or undefined if the event has no message. The caller holds the group's lock.
 */
export async function touchEventMessage(
  db: DatabaseTransaction,
  eventId: string,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    with announcement as (select "groupId", "groupMessageId" from events where id = ${eventId} and "groupMessageId" is not null),
    "group" as (
      update groups set version = version + 1 from announcement where groups.id = announcement."groupId" returning groups.version)
    update group_messages m set version = "group".version, "lastUpdate" = ${now}
    from announcement, "group" where m.id = announcement."groupMessageId" returning m.id`.execute(db)
  return rows[0]?.id
}

const EDITABLE_FIELDS = [
  'title',
  'description',
  'place',
  'eventTime',
  'paidEvent',
  'capacity',
  'participantsShownTo',
] as const
type EditableField = (typeof EDITABLE_FIELDS)[number]

/**
 * The fields whose change increments the event's sequence number in calendar files. The description is in these files,
 * too, but a change to it does not count as a new version of the event.
 */
const CALENDAR_FIELDS: ReadonlySet<EditableField> = new Set(['title', 'place', 'eventTime'])

/**
 * The fields that a host with a restriction on posts may not change. The time and the place are not among them, because
 * guests must learn of a change to these in any case.
 */
const TEXT_FIELDS: ReadonlySet<EditableField> = new Set(['title', 'description'])

/**
 * Updates the fields that are present and differ, and returns their names. The caller holds the event's lock. Throws
 * RESTRICTED if a member who may not post changes the text.
 */
export async function updateEvent(
  { db, member, now }: MemberTx,
  eventId: string,
  input: SaveEvent & { eventTime: string },
): Promise<Set<EditableField>> {
  const current = await db
    .selectFrom('events')
    .select(EDITABLE_FIELDS)
    .select(isRestricted(member.id, 'POST', now()).as('isRestricted'))
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  const changedFields = EDITABLE_FIELDS.filter((field) => input[field] !== undefined && input[field] !== current[field])
  if (changedFields.length === 0) return new Set()
  if (current.isRestricted && changedFields.some((field) => TEXT_FIELDS.has(field)))
    await requireNoRestriction(db, member.id, 'POST', now())
  const increment = changedFields.some((field) => CALENDAR_FIELDS.has(field)) ? 1 : 0
  await db
    .updateTable('events')
    .set({
      ...Object.fromEntries(changedFields.map((field) => [field, input[field]])),
      sequence: sql`sequence + ${increment}`,
      changedAt: now().toISOString(),
    })
    .where('id', '=', eventId)
    .execute()
  return new Set(changedFields)
}

/** Resets the reminders of an event whose time has changed, so that they are sent again. */
export const resetReminders = (db: DatabaseTransaction, eventId: string) =>
  db.updateTable('event_answers').set({ remindedAt: null }).where('eventId', '=', eventId).execute()

/**
 * Detaches a group's upcoming events from the group, and returns the events that are not canceled yet. The caller holds
 * the group's lock.
 */
export async function detachUpcomingEvents(
  db: DatabaseTransaction,
  groupId: string,
  now: Date,
): Promise<{ id: string; authorId: string | null }[]> {
  const { rows } = await sql<{ id: string; authorId: string | null; cancelled: boolean }>`
    with upcoming as (
      select id from events where "groupId" = ${groupId} and "eventTime" > ${now} order by id for no key update)
    update events e set "groupId" = null, "groupMessageId" = null from upcoming where e.id = upcoming.id
    returning e.id, e."authorId", e."cancelledAt" is not null as cancelled`.execute(db)
  return rows.filter(({ cancelled }) => !cancelled)
}

export const markCanceled = (db: DatabaseTransaction, eventIds: string[], now: Date) =>
  sql`update events set "cancelledAt" = ${now}, "changedAt" = ${now}, sequence = sequence + 1
    where id = any(${eventIds}::bigint[])`.execute(db)

type Answer = 'YES' | 'MAYBE' | 'WAITING' | null
type AnswerChange = {
  eventId: string
  memberId: string
  previousAnswer: Answer
  answer: Answer
  remindedAt: Date | null
}

/**
 * Returns the statement that stores or deletes an answer. A changed answer gets a new queue number (`turn`), so that it
 * is last in the queue.
 */
const createAnswerStatement = ({ eventId, memberId, answer, remindedAt }: AnswerChange, now: Date) =>
  answer === null
    ? sql`delete from event_answers where "eventId" = ${eventId} and "memberId" = ${memberId}`
    : sql`
        insert into event_answers ("eventId", "memberId", answer, "answeredAt", "remindedAt")
        values (${eventId}, ${memberId}, ${answer}, ${now}, ${remindedAt})
        on conflict ("eventId", "memberId") do update set answer = excluded.answer, turn = default,
          "answeredAt" = excluded."answeredAt", "remindedAt" = excluded."remindedAt"`

/** Stores an answer and updates the event's counts. The caller holds the event's lock. */
export async function changeAnswer(db: DatabaseTransaction, change: AnswerChange, now: Date): Promise<void> {
  const { eventId, previousAnswer, answer } = change
  const delta = (counted: Exclude<Answer, null>) => Number(answer === counted) - Number(previousAnswer === counted)
  await sql`
    with stored as (${createAnswerStatement(change, now)})
    update events set coming = coming + ${delta('YES')}::int, interested = interested + ${delta('MAYBE')}::int,
      waiting = waiting + ${delta('WAITING')}::int
    where id = ${eventId}`.execute(db)
}
