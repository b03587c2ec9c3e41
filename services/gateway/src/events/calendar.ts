import type { CalendarFeed } from '@app/contract/events'
import { CALENDAR_HISTORY_MS } from '@app/contract/limits'
import { generateToken, hashToken } from '@app/server/accounts/mail-tokens'
import type { Ctx } from '@app/server/context'
import type { Database } from '@app/server/db/database'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { lockAccount } from '@app/server/policies/actors'
import {
  EVENT_TIME,
  IS_CANCELED,
  isRemovedFor,
  joinEventRelations,
  OWN_ANSWER,
  requireEvent,
  shouldNotify,
} from '@app/server/policies/events'
import { actingPartyId } from '@app/server/policies/team'
import { type RawBuilder, sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import { API_PREFIX } from '../http/api.ts'
import { lockSession } from '../sessions/queries.ts'
import { type CalendarEvent, renderCalendar } from './ics.ts'

/** The limit on events in a feed. It drops past events first, then upcoming ones, in both cases the most distant first. */
const FEED_EVENTS_MAX = 1_000

const selectCalendarEvents = (viewerId: RawBuilder<unknown>) => sql`
  select e.id, coalesce(off.title, e.title) as title, coalesce(off.description, e.description) as description,
    coalesce(off.place, e.place) as venue, ${EVENT_TIME} as "eventTime", coalesce(off.sequence, e.sequence) as sequence,
    e."createdAt", coalesce(off."calledOffAt", e."changedAt") as "changedAt", ${IS_CANCELED} as canceled,
    case when ${OWN_ANSWER} in ('YES', 'MAYBE') then ${OWN_ANSWER} else 'NO_ANSWER' end as "ownAnswer"
  from events e ${joinEventRelations(viewerId)}`

/**
 * Lists the events that the member attends or may attend, with canceled ones and past ones within
 * `CALENDAR_HISTORY_MS`. Leaves out events of other members that the team has removed.
 */
async function listFeedEvents(db: Database, memberId: string, now: Date): Promise<CalendarEvent[]> {
  const viewerId = sql`${memberId}::bigint`
  const { rows } = await sql<CalendarEvent>`
    ${selectCalendarEvents(viewerId)}
    where e.id in (select "eventId" from event_answers where "memberId" = ${viewerId}
        union all select "eventId" from event_call_offs where "memberId" = ${viewerId})
      and ${OWN_ANSWER} in ('YES', 'MAYBE') and ${shouldNotify(viewerId)} and not ${isRemovedFor(viewerId)}
      and ${EVENT_TIME} > ${new Date(now.getTime() - CALENDAR_HISTORY_MS)}
    order by ${EVENT_TIME} < ${now}, greatest(${EVENT_TIME} - ${now}, ${now} - ${EVENT_TIME}), e.id
    limit ${FEED_EVENTS_MAX}`.execute(db)
  return rows.sort((one, other) => Date.parse(one.eventTime) - Date.parse(other.eventTime))
}

/** Renders a calendar file of one event. */
export async function renderEventFile({ db, config, member, now }: MemberCtx, eventId: string): Promise<string> {
  const { id } = await requireEvent(db, eventId, member, 'read', now())
  const { rows } = await sql<CalendarEvent>`
    ${selectCalendarEvents(sql`${member.id}::bigint`)} where e.id = ${id}`.execute(db)
  return renderCalendar(config.publicUrl, rows)
}

/** Returns whether the caller has a calendar feed. Its URL is not stored, so it is null. */
export async function readFeed({ db, member }: MemberCtx): Promise<CalendarFeed> {
  const feed = await db
    .selectFrom('calendar_feeds')
    .select('memberId')
    .where('memberId', '=', member.accountId)
    .executeTakeFirst()
  return { active: feed !== undefined, url: null }
}

/**
 * Creates a calendar feed with a new secret URL, which invalidates the previous one. Only the hash of the token is
 * stored, so the URL is returned only this once.
 */
export const createFeed = (ctx: MemberCtx): Promise<CalendarFeed> =>
  transact(ctx, async (tx) => {
    await lockAccount(tx.db, tx.member.accountId)
    await lockSession(tx.db, tx.member)
    const token = generateToken()
    const row = { hash: hashToken(token), createdAt: tx.now().toISOString() }
    await tx.db
      .insertInto('calendar_feeds')
      .values({ memberId: tx.member.accountId, ...row })
      .onConflict((conflict) => conflict.column('memberId').doUpdateSet(row))
      .execute()
    return { active: true, url: `${ctx.config.publicUrl}${API_PREFIX}/calendar/${token}.ics` }
  })

/** Renders the calendar feed of this token. Throws NOT_FOUND if the token is unknown or its member is being deleted. */
export async function renderFeedFile({ db, config, now }: Ctx, token: string): Promise<string> {
  const owner = await db
    .selectFrom('calendar_feeds')
    .innerJoin('members', 'members.id', 'calendar_feeds.memberId')
    .select(sql<string>`${sql.raw(actingPartyId('members'))}`.as('id'))
    .where('hash', '=', hashToken(token))
    .where('members.deletedAt', 'is', null)
    .executeTakeFirst()
  if (!owner) throw new AppError('NOT_FOUND')
  return renderCalendar(config.publicUrl, await listFeedEvents(db, owner.id, now()))
}
