import type { OffsetQuery } from '@app/contract/base'
import type { EventParticipant } from '@app/contract/events'
import type { Unsigned } from '@app/contract/media'
import type { Database } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import { type EventRow, requireEvent } from '@app/server/policies/events'
import { isBlockedPair } from '@app/server/policies/ignoring'
import { isVisibleMember, TEAM_ID } from '@app/server/policies/team'
import { type RawBuilder, sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import { type HitRow, hitColumns, toHit } from '../search/hits.ts'

/**
 * Returns a SQL predicate that checks whether lists of participants show the member with the alias `member` to the
 * viewer, if that member has answered the event.
 */
export const isListedParticipant = (member: string, viewer: RawBuilder<unknown>) => sql<boolean>`(
  ${sql.raw(isVisibleMember(member))} and ${sql.ref(`${member}.id`)} <> ${sql.lit(TEAM_ID)}
  and not ${isBlockedPair(sql.ref(`${member}.id`), viewer)})`

type ParticipantRow = HitRow & Pick<EventParticipant, 'response' | 'waitingPlace' | 'mine'>

/**
 * Lists the members who attend, then the members who are interested, then the queue, each in the order of answers. Only
 * hosts see the whole queue; other viewers see at most themselves in it.
 */
async function listParticipantRows(
  db: Database,
  viewerId: string,
  { id, host }: EventRow,
  { from: offset, limit }: OffsetQuery,
): Promise<ParticipantRow[]> {
  const viewer = sql`${viewerId}::bigint`
  const { rows } = await sql<ParticipantRow>`
    select ${hitColumns(viewerId)}, m.id = ${viewer} as mine,
      case when listed.answer = 'WAITING' then 'NO_ANSWER' else listed.answer end as response,
      case when listed.answer = 'WAITING' then (select count(*)::int from event_answers earlier
        where earlier."eventId" = ${id} and earlier.answer = 'WAITING' and earlier.turn <= listed.turn) end as "waitingPlace"
    from (
      select a.*, array_position(array['YES', 'MAYBE', 'WAITING'], a.answer) as section
      from event_answers a join members m on m.id = a."memberId"
      where a."eventId" = ${id} and (a.answer <> 'WAITING' or ${host} or m.id = ${viewer})
        and ${isListedParticipant('m', viewer)}
      order by section, a.turn limit ${limit} offset ${offset}) listed
    join members m on m.id = listed."memberId"
    order by listed.section, listed.turn`.execute(db)
  return rows
}

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
    ...toHit(row, now),
    response: row.response,
    waitingPlace: row.waitingPlace,
    mine: row.mine,
  }))
}
