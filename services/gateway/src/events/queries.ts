import type { Event, EventInfo, EventsQuery, OwnEventState, PublicEventsQuery } from '@app/contract/events'
import { NEARBY_MAX } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { createNamedRunner, type Database } from '@app/server/db/database'
import { ownEventColumns, VIEWED_EVENT_COLUMNS } from '@app/server/events/views'
import {
  IS_CALLED_OFF,
  isListed,
  isListedPublic,
  joinEventRelations,
  joinHiddenAnswers,
} from '@app/server/policies/events'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { namesCityOf } from '../members/nearby.ts'

type Expression = RawBuilder<unknown>

const eventColumns = (viewerId: Expression) => sql<Event>`${VIEWED_EVENT_COLUMNS}, ${ownEventColumns(viewerId)}`

/** Returns an event as this member sees it. The caller has checked that the member may see it. */
export async function readEvent(db: Database, eventId: string, memberId: string): Promise<Event> {
  const viewerId = sql`${memberId}::bigint`
  const { rows } = await sql<Event>`
    select ${eventColumns(viewerId)} from events e ${joinEventRelations(viewerId)} ${joinHiddenAnswers(viewerId)}
    where e.id = ${eventId}`.execute(db)
  const [event] = rows
  if (!event) throw new Error('a visible event does not exist')
  return event
}

/** Finds the event that its author's client created with this `clientId`. */
export const findEventByClientId = (db: Database, authorId: string, clientId: string) =>
  db
    .selectFrom('events')
    .select(['id', 'groupId'])
    .where('authorId', '=', authorId)
    .where('clientId', '=', clientId)
    .executeTakeFirst()

/** Splits an event into the fields that all viewers share and those that are the member's own. */
export function splitEvent({ sessionResponse, waitingPlace, mayChange, ...event }: Event) {
  return {
    event: event satisfies EventInfo,
    mine: { sessionResponse, waitingPlace, mayChange } satisfies OwnEventState,
  }
}

type Page = Pick<EventsQuery, 'older' | 'after' | 'limit'>

type QueryCtx = Pick<Ctx, 'pool' | 'db'>

/** Returns a statement name that is unique for each kind of list and page. */
const createQueryName = (list: string, { older, after }: Page): string =>
  [list, older === 'true' ? 'older' : 'coming', after ? 'page' : 'first'].join('-')

/**
 * Returns the SQL clauses that limit a list to one page and order it. `selectCursor` selects the id and the time of the
 * last event of the previous page if the viewer may see it, so that a cursor does not reveal the time of a hidden event.
 * `time` is `e."eventTime"`, or that of an event that was called off for the viewer.
 */
function createPageClauses(page: Page, now: Date, selectCursor: (id: string) => Expression) {
  const older = page.older === 'true'
  const direction = older ? sql`desc` : sql`asc`
  const order = (time: Expression, id: Expression) =>
    sql`order by ${time} ${direction}, ${id} ${direction} limit ${page.limit}`
  const inRange = (time: Expression) => {
    const after = page.after
      ? sql`and (${time}, e.id) ${older ? sql`<` : sql`>`} (
          select last."eventTime", last.id from (${selectCursor(page.after)}) last)`
      : sql``
    return sql`${time} ${older ? sql`<=` : sql`>`} ${now} ${after}`
  }
  return { order, inRange }
}

const [TIME, CALLED_OFF_TIME] = [sql`e."eventTime"`, sql`off."eventTime"`]

/** Selects the id and the time of one public event if lists show it to the member. */
const selectPublicCursor = (id: string, viewerId: Expression, now: Date) => sql`
  select e.id, e."eventTime" from events e where e.id = ${id} and ${isListedPublic(viewerId, now)}
  union all select e.id, ${CALLED_OFF_TIME} from events e ${joinEventRelations(viewerId)}
    where e.id = ${id} and ${IS_CALLED_OFF} and e."groupId" is null and ${isListed(viewerId, now)}`

/** Lists a page of the public events, or the next ones near the member's cities. */
export function listPublicEvents(
  ctx: QueryCtx,
  memberId: string,
  query: z.infer<typeof PublicEventsQuery>,
  now: Date,
): Promise<Event[]> {
  const viewerId = sql`${memberId}::bigint`
  const near = query.near === 'true'
  const page = near ? { limit: Math.min(query.limit, NEARBY_MAX) } : query
  const isNear = (event: string) =>
    near ? sql`and ${namesCityOf(viewerId, [`${event}.place`, `${event}.title`])}` : sql``
  const { order, inRange } = createPageClauses(page, now, (id) => selectPublicCursor(id, viewerId, now))
  const run = createNamedRunner(ctx, createQueryName(near ? 'nearby-events' : 'public-events', page))
  return run(sql<Event>`
    select ${eventColumns(viewerId)} from (
      (select e.*, ${TIME} as "listedTime" from events e
        where ${inRange(TIME)} and ${isListedPublic(viewerId, now)} ${isNear('e')} ${order(TIME, sql`e.id`)})
      union all
      (select e.*, ${CALLED_OFF_TIME} from events e ${joinEventRelations(viewerId)}
        where ${IS_CALLED_OFF} and e."groupId" is null and ${inRange(CALLED_OFF_TIME)} and ${isListed(viewerId, now)}
          ${isNear('off')} ${order(CALLED_OFF_TIME, sql`e.id`)})
      ) e
    ${joinEventRelations(viewerId)} ${joinHiddenAnswers(viewerId)} ${order(sql`e."listedTime"`, sql`e.id`)}`)
}

/**
 * Lists a page of the events of the group `query.groupId`; without it, of all the member's groups, together with the public
 * events that the member has answered or created.
 */
export function listOwnEvents(ctx: QueryCtx, memberId: string, query: EventsQuery, now: Date): Promise<Event[]> {
  const viewerId = sql`${memberId}::bigint`
  const isReadable = sql`(e."groupId" is null or gm."memberId" is not null)`
  const selectCursor = (id: string) => sql`
    select e.id, ${sql`coalesce(${CALLED_OFF_TIME}, ${TIME})`} as "eventTime" from events e ${joinEventRelations(viewerId)}
    where e.id = ${id} and ${isReadable} and ${isListed(viewerId, now)}`
  const { order, inRange } = createPageClauses(query, now, selectCursor)
  const selectIds = (condition: Expression) => sql`(
    select e.id, e."eventTime" from events e ${joinEventRelations(viewerId)}
    where ${condition} and ${inRange(TIME)} and not ${IS_CALLED_OFF} and ${isListed(viewerId, now)}
    ${order(TIME, sql`e.id`)})`
  const selectCalledOff = (condition: Expression) => sql`(
    select e.id, ${CALLED_OFF_TIME} as "eventTime" from events e ${joinEventRelations(viewerId)}
    where ${condition} and ${IS_CALLED_OFF} and ${inRange(CALLED_OFF_TIME)} and ${isListed(viewerId, now)}
    ${order(CALLED_OFF_TIME, sql`e.id`)})`
  const ownGroupEvents = sql`(
    select e.* from group_members own cross join lateral ${selectIds(sql`e."groupId" = own."groupId"`)} e
    where own."memberId" = ${viewerId} and not own.held)`
  const isAnsweredPublic = sql`e."groupId" is null and e.id in (select "eventId" from event_answers where "memberId" = ${viewerId})`
  const allOwnEvents = sql`
    ${ownGroupEvents} union ${selectIds(isAnsweredPublic)} union ${selectIds(sql`e."groupId" is null and e."authorId" = ${viewerId}`)}
    union ${selectCalledOff(isReadable)}`
  const isInGroup = sql`e."groupId" = ${query.groupId} and gm."memberId" is not null`
  const selected = query.groupId
    ? sql`(${selectIds(isInGroup)} union ${selectCalledOff(isInGroup)})`
    : sql`(${allOwnEvents})`
  const run = createNamedRunner(ctx, createQueryName(query.groupId ? 'group-events' : 'my-events', query))
  return run(sql<Event>`
    select ${eventColumns(viewerId)} from ${selected} selected join events e on e.id = selected.id
    ${joinEventRelations(viewerId)} ${joinHiddenAnswers(viewerId)} ${order(sql`selected."eventTime"`, sql`e.id`)}`)
}
