import { DAY_MS } from '@app/contract/limits'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { aMember, type TestMember } from './members.ts'

type EventOptions = {
  author?: TestMember
  groupId?: string
  title?: string
  /** The time from now to the start; negative for a past event. */
  startsInMs?: number
  capacity?: number | null
  participantsShownTo?: 'ALL' | 'PARTICIPANTS' | 'HOST'
  cancelled?: boolean
}

export type TestEvent = { id: string; author: TestMember }

/** Creates an event without answers, by default in three days. */
export async function anEvent(db: Database, options: EventOptions = {}, now = new Date()): Promise<TestEvent> {
  const author = options.author ?? (await aMember(db))
  const createdAt = now.toISOString()
  const { id } = await db
    .insertInto('events')
    .values({
      authorId: author.id,
      groupId: options.groupId ?? null,
      title: options.title ?? 'Picknick',
      description: 'Ta med en filt.',
      place: 'Slottsskogen',
      eventTime: new Date(now.getTime() + (options.startsInMs ?? 3 * DAY_MS)).toISOString(),
      paidEvent: false,
      capacity: options.capacity ?? null,
      participantsShownTo: options.participantsShownTo ?? 'ALL',
      cancelledAt: options.cancelled ? createdAt : null,
      createdAt,
      changedAt: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, author }
}

/** The column of an event that counts each answer. */
const COUNT_COLUMNS = { YES: 'coming', MAYBE: 'interested', WAITING: 'waiting' } as const

/** Adds an answer to an event, behind earlier ones in the queue. */
export async function anAnswer(
  db: Database,
  { id: eventId }: Pick<TestEvent, 'id'>,
  { id: memberId }: Pick<TestMember, 'id'>,
  answer: keyof typeof COUNT_COLUMNS = 'YES',
): Promise<void> {
  await db
    .insertInto('event_answers')
    .values({ eventId, memberId, answer, answeredAt: new Date().toISOString() })
    .execute()
  const column = COUNT_COLUMNS[answer]
  await db
    .updateTable('events')
    .set((eb) => ({ [column]: eb(column, '+', 1) }))
    .where('id', '=', eventId)
    .execute()
}

/** Lists the members by their answers to an event, in the order of the queue, and reads the event's stored counts. */
export async function readAnswers(db: Database, { id }: Pick<TestEvent, 'id'>) {
  const rows = await db
    .selectFrom('event_answers')
    .select(['memberId', 'answer'])
    .where('eventId', '=', id)
    .orderBy('turn')
    .execute()
  const counts = await db
    .selectFrom('events')
    .select(['coming', 'interested', 'waiting'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const listMembers = (expectedAnswer: string) =>
    rows.filter(({ answer }) => answer === expectedAnswer).map(({ memberId }) => memberId)
  return { yes: listMembers('YES'), maybe: listMembers('MAYBE'), waiting: listMembers('WAITING'), counts }
}

/** Changes the rows as if the author of an event had blocked a member who has answered it. */
export async function aCallOff(
  db: Database,
  { id: eventId, author }: TestEvent,
  member: Pick<TestMember, 'id'>,
  now = new Date(),
): Promise<void> {
  await sql`
    insert into event_call_offs ("eventId", "memberId", "calledOffAt", answer, "answeredAt", turn, title, description, place,
      "eventTime", "paidEvent", capacity, "participantsShownTo", sequence, coming, interested, waiting)
    select e.id, a."memberId", ${now}, a.answer, a."answeredAt", a.turn, e.title, e.description, e.place, e."eventTime",
      e."paidEvent", e.capacity, e."participantsShownTo", e.sequence + 1, e.coming, e.interested, e.waiting
    from events e join event_answers a on a."eventId" = e.id where e.id = ${eventId} and a."memberId" = ${member.id}`.execute(
    db,
  )
  await sql`delete from event_answers where "eventId" = ${eventId} and "memberId" = ${member.id}`.execute(db)
  await sql`
    insert into ignores ("ignorerId", "ignoredId", "lastActiveThen", kind, "blockedAt", "lastMessageId")
    values (${author.id}, ${member.id}, ${now}, 'BLOCK', ${now}, 0)`.execute(db)
}
