import { fromStockholmTime, toStockholmTime } from '@app/contract/time/stockholm-time'
import type { DatabaseTransaction } from '@app/server/db/database'
import { DEMO_EVENTS, type DemoEvent } from './data/events.ts'
import type { Ids } from './insert-members.ts'
import { DAY } from './member.ts'

const MINUTE = 60_000

function computeEventTime({ day, time }: DemoEvent, now: Date): string {
  const { date } = toStockholmTime(new Date(now.getTime() + day * DAY * MINUTE))
  const instant = fromStockholmTime(date, time)
  if (!instant) throw new Error(`the local time ${date} ${time} does not exist`)
  return instant
}

/** Inserts answers in the order in which they were given; waiting members come last. */
async function insertAnswers(tx: DatabaseTransaction, event: DemoEvent, eventId: string, idOf: Ids, at: string) {
  const { coming, interested = [], waiting = [] } = event
  const rows = [
    ...coming.map((name) => ({ name, answer: 'YES' as const })),
    ...interested.map((name) => ({ name, answer: 'MAYBE' as const })),
    ...waiting.map((name) => ({ name, answer: 'WAITING' as const })),
  ]
  for (const { name, answer } of rows)
    await tx
      .insertInto('event_answers')
      .values({ eventId, memberId: idOf(name), answer, answeredAt: at })
      .execute()
}

/** Inserts events with their answers and queues. Returns the ids by title. */
export async function insertEvents(
  tx: DatabaseTransaction,
  idOf: Ids,
  groupIds: ReadonlyMap<string, string>,
  now: Date,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const event of DEMO_EVENTS) {
    const eventTime = computeEventTime(event, now)
    const at = new Date(Math.min(now.getTime(), Date.parse(eventTime)) - 10 * DAY * MINUTE).toISOString()
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
        createdAt: at,
        changedAt: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertAnswers(tx, event, id, idOf, at)
    ids.set(event.title, id)
  }
  return ids
}
