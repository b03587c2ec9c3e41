import type { EventInfo, OwnEventState } from '@app/contract/events'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { isHost, joinEventRelations, shouldNotify } from '../policies/events.ts'
import { isVisibleMember } from '../policies/team.ts'

/** The SQL columns of an `EventInfo`, for statements with `joinEventRelations`. */
export const EVENT_INFO_COLUMNS = sql<EventInfo>`
  e.id, e.title, e.description, e.place, e."eventTime", e."paidEvent", e."groupId", g."groupName",
  case when ${sql.raw(isVisibleMember('author'))} then author."userName" end as "authorUserName",
  e."groupMessageId", e.capacity, e."participantsShownTo", e."cancelledAt" is not null as cancelled,
  e.coming, e.interested, e.waiting`

/** Returns the SQL columns of an `OwnEventState`, for the member `me`. */
export const ownEventColumns = (me: RawBuilder<unknown>) => sql<OwnEventState>`
  case when mine.answer in ('YES', 'MAYBE') then mine.answer else 'NO_ANSWER' end as "sessionResponse",
  case when mine.answer = 'WAITING' then (select count(*)::int from event_answers before
    where before."eventId" = e.id and before.answer = 'WAITING' and before.turn <= mine.turn) end as "waitingPlace",
  ${isHost(me)} as "mayChange"`

/** Lists events by their ids, without anything that differs by viewer. */
export async function listEventInfos(db: Database, eventIds: string[]): Promise<EventInfo[]> {
  const { rows } = await sql<EventInfo>`
    select ${EVENT_INFO_COLUMNS} from events e ${joinEventRelations(sql`null::bigint`)}
    where e.id = any(${eventIds}::bigint[]) order by e.id`.execute(db)
  return rows
}

type MemberEventState = { eventId: string; memberId: string } & OwnEventState

/** Lists the state of each of these pairs of event and member, except for members who may not be notified. */
export async function listMemberEventStates(
  db: Database,
  pairs: { eventId: string; memberId: string }[],
): Promise<MemberEventState[]> {
  const me = sql.ref('pair.memberId')
  const { rows } = await sql<MemberEventState>`
    select e.id as "eventId", pair."memberId"::text, ${ownEventColumns(me)}
    from unnest(${pairs.map(({ eventId }) => eventId)}::bigint[], ${pairs.map(({ memberId }) => memberId)}::bigint[])
      as pair("eventId", "memberId")
    join events e on e.id = pair."eventId" ${joinEventRelations(me)} where ${shouldNotify(me)}`.execute(db)
  return rows
}
