import type { Event, EventInfo, EventsQuery, OwnEventState } from '@app/contract/events'
import type { Ctx } from '@app/server/context'
import { createNamedRunner, type Database } from '@app/server/db/database'
import { EVENT_INFO_COLUMNS, ownEventColumns } from '@app/server/events/views'
import { isListed, isListedPublic, joinEventRelations } from '@app/server/policies/events'
import { type RawBuilder, sql } from 'kysely'

type Expression = RawBuilder<unknown>

const eventColumns = (viewerId: Expression) => sql<Event>`${EVENT_INFO_COLUMNS}, ${ownEventColumns(viewerId)}`

/** Returns an event as this member sees it. */
export async function readEvent(db: Database, eventId: string, memberId: string): Promise<Event> {
  const viewerId = sql`${memberId}::bigint`
  const { rows } = await sql<Event>`
    select ${eventColumns(viewerId)} from events e ${joinEventRelations(viewerId)} where e.id = ${eventId}`.execute(db)
  const [event] = rows
  if (!event) throw new Error('a visible event does not exist')
  return event
}

/** Finds the event that its author's client created with this `clientId`. */
export async function findEventOfClient(db: Database, authorId: string, clientId: string): Promise<string> {
  const { id } = await db
    .selectFrom('events')
    .select('id')
    .where('authorId', '=', authorId)
    .where('clientId', '=', clientId)
    .executeTakeFirstOrThrow()
  return id
}

/** Splits an event into the part that every viewer sees and the part that belongs to this member. */
export function splitEvent({ sessionResponse, waitingPlace, mayChange, ...event }: Event) {
  return {
    event: event satisfies EventInfo,
    mine: { sessionResponse, waitingPlace, mayChange } satisfies OwnEventState,
  }
}

type Page = Pick<EventsQuery, 'older' | 'after' | 'limit'>

type Source = Pick<Ctx, 'pool' | 'db'>

/** Returns a statement name that is unique for each kind of list and page. */
const createQueryName = (list: string, { older, after }: Page): string =>
  [list, older === 'true' ? 'older' : 'coming', after ? 'page' : 'first'].join('-')

/**
 * Returns the SQL clauses for one page of a list and its order. `cursor` selects from the events that the reader may
 * see.
 */
function createPageClauses(page: Page, now: Date, cursor: (id: string) => Expression) {
  const older = page.older === 'true'
  const direction = older ? sql`desc` : sql`asc`
  const order = (events: string) => sql`
    order by ${sql.ref(`${events}.eventTime`)} ${direction}, ${sql.ref(`${events}.id`)} ${direction} limit ${page.limit}`
  const after = page.after
    ? sql`and (e."eventTime", e.id) ${older ? sql`<` : sql`>`} (
        select last."eventTime", last.id from (${cursor(page.after)}) last)`
    : sql``
  return { order, inRange: sql`e."eventTime" ${older ? sql`<=` : sql`>`} ${now} ${after}` }
}

/** Lists all public events. */
export function listPublicEvents(ctx: Source, memberId: string, page: Page, now: Date): Promise<Event[]> {
  const viewerId = sql`${memberId}::bigint`
  const cursor = (id: string) => sql`select e.* from events e where e.id = ${id} and ${isListedPublic(viewerId, now)}`
  const { order, inRange } = createPageClauses(page, now, cursor)
  const run = createNamedRunner(ctx, createQueryName('public-events', page))
  return run(sql<Event>`
    select ${eventColumns(viewerId)} from (
      select e.* from events e where ${inRange} and ${isListedPublic(viewerId, now)} ${order('e')}) e
    ${joinEventRelations(viewerId)} ${order('e')}`)
}

/**
 * Lists the events of the member's groups, or of one of them, and the public ones that the member has answered or
 * created.
 */
export function listOwnEvents(ctx: Source, memberId: string, query: EventsQuery, now: Date): Promise<Event[]> {
  const viewerId = sql`${memberId}::bigint`
  const cursor = (id: string) => sql`
    select e.* from events e ${joinEventRelations(viewerId)}
    where e.id = ${id} and (e."groupId" is null or gm."memberId" is not null) and ${isListed(viewerId, now)}`
  const { order, inRange } = createPageClauses(query, now, cursor)
  const ids = (membership: Expression) => sql`(
    select e.id, e."eventTime" from events e ${joinEventRelations(viewerId)}
    where ${membership} and ${inRange} and ${isListed(viewerId, now)} ${order('e')})`
  const ofOwnGroups = sql`(
    select e.* from group_members own cross join lateral ${ids(sql`e."groupId" = own."groupId"`)} e
    where own."memberId" = ${viewerId} and not own.held)`
  const answered = sql`e."groupId" is null and e.id in (select "eventId" from event_answers where "memberId" = ${viewerId})`
  const all = sql`
    ${ofOwnGroups} union ${ids(answered)} union ${ids(sql`e."groupId" is null and e."authorId" = ${viewerId}`)}`
  const selected = query.groupId ? ids(sql`e."groupId" = ${query.groupId} and gm."memberId" is not null`) : all
  const run = createNamedRunner(ctx, createQueryName(query.groupId ? 'group-events' : 'my-events', query))
  return run(sql<Event>`
    select ${eventColumns(viewerId)} from (${selected}) selected join events e on e.id = selected.id ${joinEventRelations(viewerId)} ${order('e')}`)
}
