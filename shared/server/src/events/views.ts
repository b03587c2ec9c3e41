import type { EventInfo, OwnEventState } from '@app/contract/events'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { selectBlocks } from '../policies/blocking.ts'
import {
  EVENT_TIME,
  IS_CALLED_OFF,
  IS_CANCELED,
  isHiddenAnswer,
  isHost,
  joinEventRelations,
  OWN_ANSWER,
  shouldNotify,
} from '../policies/events.ts'
import { isVisibleMember } from '../policies/team.ts'

/** Returns SQL for a column of the event `e`; if the event was called off for the member, for its value at that time. */
const shownColumn = (column: string) =>
  sql`case when ${IS_CALLED_OFF} then ${sql.ref(`off.${column}`)} else ${sql.ref(`e.${column}`)} end`

const INFO_COLUMNS_WITHOUT_COUNTS = sql<Omit<EventInfo, EventCount>>`
  e.id, ${shownColumn('title')} as title, ${shownColumn('description')} as description, ${shownColumn('place')} as place,
  ${EVENT_TIME} as "eventTime", ${shownColumn('paidEvent')} as "paidEvent", e."groupId", g."groupName",
  case when not ${IS_CALLED_OFF} and ${sql.raw(isVisibleMember('author'))} then author."userName" end as "authorUserName",
  e."groupMessageId", ${shownColumn('capacity')} as capacity, ${shownColumn('participantsShownTo')} as "participantsShownTo",
  ${IS_CANCELED} as cancelled`

const EVENT_COUNTS = ['coming', 'interested', 'waiting'] as const
type EventCount = (typeof EVENT_COUNTS)[number]
export type EventCounts = Pick<EventInfo, EventCount>

/**
 * The SQL columns of an `EventInfo` as one member sees it, for statements with `joinEventRelations` and
 * `joinHiddenAnswers`.
 */
export const VIEWED_EVENT_COLUMNS = sql<EventInfo>`${INFO_COLUMNS_WITHOUT_COUNTS}, ${sql.join(
  EVENT_COUNTS.map((count) => sql`${shownColumn(count)} - ${sql.ref(`hidden.${count}`)} as ${sql.ref(count)}`),
)}`

/** Returns the SQL columns of an `OwnEventState`, for the member `me`. */
export const ownEventColumns = (me: RawBuilder<unknown>) => sql<OwnEventState>`
  case when ${OWN_ANSWER} in ('YES', 'MAYBE') then ${OWN_ANSWER} else 'NO_ANSWER' end as "sessionResponse",
  case when ${OWN_ANSWER} <> 'WAITING' then null when ${IS_CALLED_OFF} then off."waitingPlace"
    when mine.answer = 'WAITING' then (select count(*)::int from event_answers before
      where before."eventId" = e.id and before.answer = 'WAITING' and before.turn <= mine.turn
        and (gm.admin is not distinct from true or not ${isHiddenAnswer(sql`before."memberId"`, me)})) end as "waitingPlace",
  ${isHost(me)} and not ${IS_CALLED_OFF} as "mayChange"`

export type EventRecipient = { eventId: string; memberId: string }

/** An event, with the numbers of answers that are hidden from each recipient who has a block with a participant. */
type SharedEventInfo = EventInfo & { hidden: ({ memberId: string } & EventCounts)[] }

/** Returns the event as this recipient sees it. */
const toRecipientView = ({ hidden, ...event }: SharedEventInfo, recipientId: string): EventInfo => {
  const counts = hidden.find(({ memberId }) => memberId === recipientId)
  if (!counts) return event
  return {
    ...event,
    coming: event.coming - counts.coming,
    interested: event.interested - counts.interested,
    waiting: event.waiting - counts.waiting,
  }
}

/**
 * Returns a function that returns an event as one of these recipients sees it, undefined if it does not exist. The
 * caller has checked that all of them may be notified.
 */
export async function readEventsOf(
  db: Database,
  recipients: EventRecipient[],
): Promise<(eventId: string, memberId: string) => EventInfo | undefined> {
  if (recipients.length === 0) return () => undefined
  const recipientRows = sql`unnest(
    ${recipients.map(({ eventId }) => eventId)}::bigint[], ${recipients.map(({ memberId }) => memberId)}::bigint[])`
  const { rows } = await sql<SharedEventInfo>`
    with pair as materialized (select * from ${recipientRows} as pair("eventId", "memberId")),
    block as materialized (
      select "memberId", b.id as "otherId" from (select distinct "memberId" from pair) viewer
      cross join lateral (${selectBlocks(sql`viewer."memberId"`)}) b)
    select ${INFO_COLUMNS_WITHOUT_COUNTS}, e.coming, e.interested, e.waiting, coalesce((
      select json_agg(deviation) from (
        select pair."memberId"::text, (count(*) filter (where other.answer = 'YES'))::int as coming,
          (count(*) filter (where other.answer = 'MAYBE'))::int as interested,
          (count(*) filter (where other.answer = 'WAITING'))::int as waiting
        from pair join block using ("memberId")
        join event_answers other on other."eventId" = e.id and other."memberId" = block."otherId"
        where pair."eventId" = e.id and not exists (
          select from group_members gm where gm."groupId" = e."groupId" and gm."memberId" = pair."memberId" and gm.admin
            and not gm.held)
        group by pair."memberId") deviation), '[]') as hidden
    from events e ${joinEventRelations(sql`null::bigint`)}
    where e.id in (select "eventId" from pair) order by e.id`.execute(db)
  const events = new Map(rows.map((row) => [row.id, row]))
  return (eventId, memberId) => {
    const event = events.get(eventId)
    return event && toRecipientView(event, memberId)
  }
}

type MemberEventState = EventRecipient & OwnEventState

/**
 * Lists the state of each of these pairs of event and member, except for members who may not be notified, or for whom the
 * event was called off.
 */
export async function listMemberEventStates(db: Database, pairs: EventRecipient[]): Promise<MemberEventState[]> {
  const me = sql.ref('pair.memberId')
  const { rows } = await sql<MemberEventState>`
    select e.id as "eventId", pair."memberId"::text, ${ownEventColumns(me)}
    from unnest(${pairs.map(({ eventId }) => eventId)}::bigint[], ${pairs.map(({ memberId }) => memberId)}::bigint[])
      as pair("eventId", "memberId")
    join events e on e.id = pair."eventId" ${joinEventRelations(me)}
    where ${shouldNotify(me)} and not ${IS_CALLED_OFF}`.execute(db)
  return rows
}
