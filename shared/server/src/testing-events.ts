import type { Database } from './db/database.ts'
import { aMember, type TestMember } from './testing-members.ts'

export const HOUR = 60 * 60 * 1_000
export const DAY = 24 * HOUR

type EventWishes = {
  author?: TestMember
  groupId?: string
  title?: string
  /** From now. */
  startsIn?: number
  capacity?: number | null
  participantsShownTo?: 'ALL' | 'PARTICIPANTS' | 'HOST'
  cancelled?: boolean
}

export type TestEvent = { id: string; author: TestMember }

/** An event three days ahead that nobody has answered. */
export async function anEvent(db: Database, wishes: EventWishes = {}, now = new Date()): Promise<TestEvent> {
  const author = wishes.author ?? (await aMember(db))
  const at = now.toISOString()
  const { id } = await db
    .insertInto('events')
    .values({
      authorId: author.id,
      groupId: wishes.groupId ?? null,
      title: wishes.title ?? 'Picknick',
      description: 'Ta med en filt.',
      place: 'Slottsskogen',
      eventTime: new Date(now.getTime() + (wishes.startsIn ?? 3 * DAY)).toISOString(),
      paidEvent: false,
      capacity: wishes.capacity ?? null,
      participantsShownTo: wishes.participantsShownTo ?? 'ALL',
      cancelledAt: wishes.cancelled ? at : null,
      createdAt: at,
      changedAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, author }
}

const COUNTS = { YES: 'coming', MAYBE: 'interested', WAITING: 'waiting' } as const

/** Somebody has answered, in the order of these calls. */
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

/** The answers to an event in the order of their turns, and the numbers that are stored of them. */
export async function answersTo(db: Database, { id }: Pick<TestEvent, 'id'>) {
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
  const of = (wanted: string) => rows.filter(({ answer }) => answer === wanted).map(({ memberId }) => memberId)
  return { yes: of('YES'), maybe: of('MAYBE'), waiting: of('WAITING'), counts }
}
