import { fromStockholmTime, toStockholmTime } from '@app/contract/time/stockholm-time'
import type { DatabaseTransaction } from '@app/server/db/database'
import { DEMO_EVENTS, type DemoDay, type DemoEvent } from './data/events.ts'
import type { GetId } from './insert-members.ts'
import { DAY } from './member.ts'

const DAY_MS = DAY * 60_000
const FRIDAY = 5

const matchesDay = (date: string, day: Exclude<DemoDay, number>): boolean =>
  day === 'FRIDAY' ? new Date(date).getUTCDay() === FRIDAY : date.endsWith(`-${day}`)

/** Returns the time of an event; for a Friday or a day of the year the first one after `now`. */
export function computeEventTime({ day, time }: Pick<DemoEvent, 'day' | 'time'>, now: Date): string {
  const daysAhead = typeof day === 'number' ? [day] : Array.from({ length: 368 }, (_, index) => index)
  for (const days of daysAhead) {
    const { date } = toStockholmTime(new Date(now.getTime() + days * DAY_MS))
    const eventTime = fromStockholmTime(date, time)
    if (eventTime && (typeof day === 'number' || (matchesDay(date, day) && new Date(eventTime) > now))) return eventTime
  }
  throw new Error(`The local time ${time} does not exist on the day ${day}.`)
}

/** Inserts answers in the order in which they were given; waiting members come last. */
async function insertAnswers(
  tx: DatabaseTransaction,
  event: DemoEvent,
  eventId: string,
  idOf: GetId,
  answeredAt: string,
) {
  const { coming, interested = [], waiting = [] } = event
  const rows = [
    ...coming.map((name) => ({ name, answer: 'YES' as const })),
    ...interested.map((name) => ({ name, answer: 'MAYBE' as const })),
    ...waiting.map((name) => ({ name, answer: 'WAITING' as const })),
  ]
  for (const { name, answer } of rows)
    await tx
      .insertInto('event_answers')
      .values({ eventId, memberId: idOf(name), answer, answeredAt })
      .execute()
}

/** Inserts events with their answers and queues. Returns the ids by title. */
export async function insertEvents(
  tx: DatabaseTransaction,
  idOf: GetId,
  groupIds: ReadonlyMap<string, string>,
  now: Date,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const event of DEMO_EVENTS) {
    const eventTime = computeEventTime(event, now)
    const createdAt = new Date(Math.min(now.getTime(), Date.parse(eventTime)) - 10 * DAY_MS).toISOString()
    const { id } = await tx
      .insertInto('events')
      .values({
        authorId: idOf(event.author),
        groupId: event.group ? (groupIds.get(event.group) ?? null) : null,
        title: event.title,
        description: event.description,
        place: event.place,
        eventTime,
        paidEvent: event.paid ?? false,
        capacity: event.capacity ?? null,
        participantsShownTo: event.shownTo ?? 'ALL',
        coming: event.coming.length,
        interested: event.interested?.length ?? 0,
        waiting: event.waiting?.length ?? 0,
        createdAt,
        changedAt: createdAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertAnswers(tx, event, id, idOf, createdAt)
    ids.set(event.title, id)
  }
  return ids
}
