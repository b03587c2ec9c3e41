import type { Database } from '../db/database.ts'
import { aMember, type TestMember } from './members.ts'

export const HOUR = 60 * 60 * 1_000
export const DAY = 24 * HOUR

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

/** Creates an event in three days without answers. */
export async function anEvent(db: Database, options: EventOptions = {}, now = new Date()): Promise<TestEvent> {
  const author = options.author ?? (await aMember(db))
  const at = now.toISOString()
  const { id } = await db
    .insertInto('events')
    .values({
      authorId: author.id,
      groupId: options.groupId ?? null,
      title: options.title ?? 'Picknick',
      description: 'Ta med en filt.',
      place: 'Slottsskogen',
      eventTime: new Date(now.getTime() + (options.startsInMs ?? 3 * DAY)).toISOString(),
      paidEvent: false,
      capacity: options.capacity ?? null,
      participantsShownTo: options.participantsShownTo ?? 'ALL',
      cancelledAt: options.cancelled ? at : null,
      createdAt: at,
      changedAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, author }
}

const COUNTS = { YES: 'coming', MAYBE: 'interested', WAITING: 'waiting' } as const

/** Adds an answer; answers are ordered as they are added. */
export async function anAnswer(
  db: Database,
  { id: eventId }: Pick<TestEvent, 'id'>,
  { id: memberId }: Pick<TestMember, 'id'>,
  answer: keyof typeof COUNTS = 'YES',
): Promise<void> {
  await db
    .insertInto('event_answers')
    .values({ eventId, memberId, answer, answeredAt: new Date().toISOString() })
    .execute()
  const column = COUNTS[answer]
  await db
    .updateTable('events')
    .set((eb) => ({ [column]: eb(column, '+', 1) }))
    .where('id', '=', eventId)
    .execute()
}

/** Reads the answers to an event in order, and the stored counters of the event. */
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
  const membersWith = (expected: string) =>
    rows.filter(({ answer }) => answer === expected).map(({ memberId }) => memberId)
  return { yes: membersWith('YES'), maybe: membersWith('MAYBE'), waiting: membersWith('WAITING'), counts }
}
