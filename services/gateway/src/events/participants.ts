import type { OffsetQuery } from '@app/contract/base'
import type { EventParticipant } from '@app/contract/events'
import type { Unsigned } from '@app/contract/media'
import type { SearchHit } from '@app/contract/members/profiles'
import type { Database } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import { type EventRow, isHiddenAnswer, requireEvent } from '@app/server/policies/events'
import { isBlockedPair } from '@app/server/policies/ignoring'
import { isVisibleMember, TEAM_ID } from '@app/server/policies/team'
import { type RawBuilder, sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import { type HitRow, hitColumns, toHit } from '../search/hits.ts'

/**
 * Returns a SQL predicate that checks whether lists of participants show the member with the alias `member` to the
 * viewer, if that member has answered the event. An admin of the event's group also sees members with whom they have a
 * block, without what their profile says, but none whom they ignore or who ignore them.
 */
export const isListedParticipant = (
  member: string,
  viewer: RawBuilder<unknown>,
  isAdmin: RawBuilder<unknown> = sql`false`,
) => sql<boolean>`(
  ${sql.raw(isVisibleMember(member))} and ${sql.ref(`${member}.id`)} <> ${sql.lit(TEAM_ID)}
  and (not ${isBlockedPair(sql.ref(`${member}.id`), viewer)}
    or ${isAdmin} and not exists (select from ignores where kind = 'IGNORE'
      and ("ignorerId", "ignoredId") in ((${sql.ref(`${member}.id`)}, ${viewer}), (${viewer}, ${sql.ref(`${member}.id`)})))))`

type ParticipantRow = HitRow & Pick<EventParticipant, 'response' | 'waitingPlace' | 'mine'> & { blocked: boolean }

/**
 * Selects the answers to an event at the time when it was called off for the viewer: those from before that time without
 * the author's, and the viewer's own, which only `event_call_offs` still contains.
 */
const selectAnswersAtCallOff = (
  { id, authorId, calledOffAt }: { id: string; authorId: string | null; calledOffAt: string },
  viewer: RawBuilder<unknown>,
) => sql`(
  select "memberId", answer, turn, null::int as "waitingPlace" from event_answers
  where "eventId" = ${id} and "answeredAt" <= ${calledOffAt} and "memberId" is distinct from ${authorId}::bigint
  union all select "memberId", answer, turn, "waitingPlace" from event_call_offs where "eventId" = ${id} and "memberId" = ${viewer} and answer is not null)`

/**
 * Lists the members who attend, then the members who are interested, then the queue, each in the order of answers. Only
 * hosts see the whole queue; other viewers see at most themselves in it.
 */
async function listParticipantRows(
  db: Database,
  viewerId: string,
  { id, host, admin, authorId, calledOffAt }: EventRow,
  { from: offset, limit }: OffsetQuery,
): Promise<ParticipantRow[]> {
  const viewer = sql`${viewerId}::bigint`
  const answers = calledOffAt
    ? selectAnswersAtCallOff({ id, authorId, calledOffAt }, viewer)
    : sql`(select *, null::int as "waitingPlace" from event_answers where "eventId" = ${id})`
  const { rows } = await sql<ParticipantRow>`
    select ${hitColumns(viewerId)}, m.id = ${viewer} as mine, ${isBlockedPair(sql`m.id`, viewer)} as blocked,
      case when listed.answer = 'WAITING' then 'NO_ANSWER' else listed.answer end as response,
      case when listed.answer = 'WAITING' then coalesce(listed."waitingPlace", (select count(*)::int from event_answers earlier
        where earlier."eventId" = ${id} and earlier.answer = 'WAITING' and earlier.turn <= listed.turn
          and (${admin} or not ${isHiddenAnswer(sql`earlier."memberId"`, viewer)}))) end as "waitingPlace"
    from (
      select a.*, array_position(array['YES', 'MAYBE', 'WAITING'], a.answer) as section
      from ${answers} a join members m on m.id = a."memberId"
      where (a.answer <> 'WAITING' or ${host} or m.id = ${viewer}) and ${isListedParticipant('m', viewer, sql`${admin}::boolean`)}
      order by section, a.turn limit ${limit} offset ${offset}) listed
    join members m on m.id = listed."memberId"
    order by listed.section, listed.turn`.execute(db)
  return rows
}

/** Leaves out what a profile says about a member in a blocked pair with the viewer, who is an admin of their group. */
const withoutProfile = (participant: Unsigned<typeof SearchHit>): Unsigned<typeof SearchHit> => ({
  ...participant,
  persons: participant.persons.map(({ yearOfBirth }) => ({ sex: 'SECRET', yearOfBirth, orientation: 'SECRET' })),
  cities: [],
  title: null,
  text: '',
  lastActive: null,
  hasAd: false,
})

/** Lists the participants except the team. Throws FORBIDDEN if the event does not show them to the caller. */
export async function listParticipants(
  ctx: MemberCtx,
  eventId: string,
  page: OffsetQuery,
): Promise<Unsigned<typeof EventParticipant>[]> {
  const { db, member } = ctx
  const now = ctx.now()
  const event = await requireEvent(db, eventId, member, 'read', now)
  if (!event.participantsShown) throw new AppError('FORBIDDEN')
  const rows = await listParticipantRows(db, member.id, event, page)
  return rows.map((row) => ({
    ...(row.blocked ? withoutProfile(toHit(row, now)) : toHit(row, now)),
    response: row.response,
    waitingPlace: row.waitingPlace,
    mine: row.mine,
  }))
}
