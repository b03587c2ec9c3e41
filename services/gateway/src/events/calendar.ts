import type { CalendarFeed } from '@app/contract/events'
import { CALENDAR_PAST } from '@app/contract/limits'
import type { Ctx, MemberCtx } from '@app/server/context'
import type { Database } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import { drawToken, hashToken } from '@app/server/mail-tokens'
import { keepAccount } from '@app/server/policies/actors'
import { isTold, requireEvent, withEvents } from '@app/server/policies/events'
import { partyOf } from '@app/server/team'
import { transact } from '@app/server/transact'
import { type RawBuilder, sql } from 'kysely'
import { API } from '../http/api.ts'
import { keepSession } from '../sessions/queries.ts'
import { asCalendar, type CalendarEvent } from './ics.ts'

/** A calendar that asks for more than this shows the nearest ones. */
const EVENTS_MAX = 1_000

const selectForCalendar = (me: RawBuilder<unknown>) => sql`
  select e.id, e.title, e.description, e.place, e."eventTime", e.sequence, e."createdAt", e."changedAt",
    e."cancelledAt" is not null as cancelled,
    case when mine.answer in ('YES', 'MAYBE') then mine.answer else 'NO_ANSWER' end as "sessionResponse"
  from events e ${withEvents(me)}`

/** Those that I come to or may come to, called off ones included, back to a while ago. */
async function listForCalendar(db: Database, memberId: string, now: Date): Promise<CalendarEvent[]> {
  const me = sql`${memberId}::bigint`
  const { rows } = await sql<CalendarEvent>`
    ${selectForCalendar(me)} where mine.answer in ('YES', 'MAYBE') and ${isTold(me)}
      and e."eventTime" > ${new Date(now.getTime() - CALENDAR_PAST)}
    order by e."eventTime", e.id limit ${EVENTS_MAX}`.execute(db)
  return rows
}

/** One event, for a calendar that it is put into by hand. */
export async function eventFile({ db, config, member, now }: MemberCtx, eventId: string): Promise<string> {
  const { id } = await requireEvent(db, eventId, member, 'read', now())
  const { rows } = await sql<CalendarEvent>`
    ${selectForCalendar(sql`${member.id}::bigint`)} where e.id = ${id}`.execute(db)
  return asCalendar(config.publicUrl, rows)
}

export async function readFeed({ db, member }: MemberCtx): Promise<CalendarFeed> {
  const feed = await db
    .selectFrom('calendar_feeds')
    .select('memberId')
    .where('memberId', '=', member.accountId)
    .executeTakeFirst()
  return { active: feed !== undefined, url: null }
}

/** Draws a new secret address, which ends the one before. Only its hash is kept, so it is told this once. */
export const openFeed = (ctx: MemberCtx): Promise<CalendarFeed> =>
  transact(ctx, async (tx) => {
    await keepAccount(tx.db, tx.member.accountId)
    await keepSession(tx.db, tx.member)
    const token = drawToken()
    const row = { hash: hashToken(token), createdAt: tx.now().toISOString() }
    await tx.db
      .insertInto('calendar_feeds')
      .values({ memberId: tx.member.accountId, ...row })
      .onConflict((conflict) => conflict.column('memberId').doUpdateSet(row))
      .execute()
    return { active: true, url: `${ctx.config.publicUrl}${API}/calendar/${token}.ics` }
  })

export const deleteFeed = (db: Database, memberId: string) =>
  db.deleteFrom('calendar_feeds').where('memberId', '=', memberId).execute()

/** What lies under a secret address, for as long as its member is here. */
export async function feedFile({ db, config, now }: Ctx, token: string): Promise<string> {
  const owner = await db
    .selectFrom('calendar_feeds')
    .innerJoin('members', 'members.id', 'calendar_feeds.memberId')
    .select(sql<string>`${sql.raw(partyOf('members'))}`.as('id'))
    .where('hash', '=', hashToken(token))
    .where('members.deletedAt', 'is', null)
    .executeTakeFirst()
  if (!owner) throw new AppError('NOT_FOUND')
  return asCalendar(config.publicUrl, await listForCalendar(db, owner.id, now()))
}
