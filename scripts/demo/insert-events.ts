import { fromStockholmTime, toStockholmTime } from '@app/contract/time/stockholm-time'
import type { DatabaseTransaction } from '@app/server/db/database'
import { DEMO_EVENTS, type DemoEvent } from './data/events.ts'
import type { GetId } from './insert-members.ts'
import { DAY } from './member.ts'

const MINUTE_MS = 60_000

function computeEventTime({ day, time }: DemoEvent, now: Date): string {
  const { date } = toStockholmTime(new Date(now.getTime() + day * DAY * MINUTE_MS))
  const eventTime = fromStockholmTime(date, time)
  if (!eventTime) throw new Error(`The local time ${date} ${time} does not exist.`)
  return eventTime
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
    const createdAt = new Date(Math.min(now.getTime(), Date.parse(eventTime)) - 10 * DAY * MINUTE_MS).toISOString()
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
