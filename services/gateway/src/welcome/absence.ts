import { AWAY_MIN_MS, AWAY_NEW_MEMBERS_MAX, AWAY_SHOWN_MS, LAST_ACTIVE_STEP_MS } from '@app/contract/limits'
import type { Absence } from '@app/contract/welcome'
import type { Database } from '@app/server/db/database'
import { isVisibleMember, TEAM_ID } from '@app/server/policies/team'
import { type RawBuilder, sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import { updateLastActive } from '../members/queries.ts'
import { selectMatches, type Today } from '../search/filter.ts'
import { isNotHidden, withHidden } from '../search/hits.ts'
import { getToday } from '../search/search.ts'
import { selectListedVisits, toStockholmDay } from '../visits/queries.ts'
import { toFilters, toWishes, WISH_COLUMNS, type Wishes } from './wishes.ts'

type Period = { since: string; until: string }

/**
 * Finds the member's last absence if its card may still be shown, and the member's wishes. A return that
 * `updateLastActive` has yet to store counts as happening now, since clients send both requests at the same time.
 */
async function findAbsence(db: Database, accountId: string, now: Date): Promise<(Period & Wishes) | undefined> {
  const isReturning = sql<boolean>`"lastActiveAt" <= ${new Date(now.getTime() - AWAY_MIN_MS).toISOString()}`
  const row = await db
    .selectFrom('members')
    .select([
      ...WISH_COLUMNS,
      sql<string | null>`case when ${isReturning} then "lastActiveAt" else "awaySince" end`.as('since'),
      sql<string | null>`case when ${isReturning} then ${now.toISOString()}::timestamptz else "returnedAt" end`.as(
        'until',
      ),
    ])
    .where('id', '=', accountId)
    .where((eb) => eb.or([isReturning, eb('returnedAt', '>', new Date(now.getTime() - AWAY_SHOWN_MS).toISOString())]))
    .executeTakeFirst()
  if (!row?.since || !row.until) return undefined
  return { since: row.since, until: row.until, ...toWishes(row) }
}

/** Returns the condition that a time was in the period. */
const isWithin = (time: RawBuilder<unknown>, { since, until }: Period) =>
  sql`(${time} > ${since}::timestamptz and ${time} <= ${until}::timestamptz)`

/** Returns the condition that a kiss was given in the period. A kiss without a time counts if all of its day was in it. */
const isKissWithin = (period: Period) => sql`
  case when kisses."givenAt" is not null then ${isWithin(sql`kisses."givenAt"`, period)}
    else kisses.day > ${toStockholmDay(new Date(period.since))} and kisses.day < ${toStockholmDay(new Date(period.until))} end`

/**
 * Selects the members whom the search finds for these wishes, and who registered in the period. Nobody can have been
 * active before they registered, so that the index of the last activity excludes most others.
 */
function selectNewMembers(wishes: Wishes, period: Period, today: Today): RawBuilder<unknown> {
  const activeSince = new Date(Date.parse(period.since) - LAST_ACTIVE_STEP_MS).toISOString()
  const condition = sql`"lastActiveAt" >= ${activeSince} and exists (
    select from members m where m.id = "memberId" and ${isWithin(sql`m."registeredAt"`, period)})`
  const selections = toFilters(wishes).map(
    (filter) => sql`(${selectMatches(filter, today, { limit: AWAY_NEW_MEMBERS_MAX, condition })})`,
  )
  return sql`${sql.join(selections, sql` union all `)} limit ${AWAY_NEW_MEMBERS_MAX}`
}

/** Counts what happened to a member in the period: only what the member sees elsewhere, too. */
async function countEvents(
  db: Database,
  memberId: string,
  { since, until, ...wishes }: Period & Wishes,
  today: Today,
): Promise<Omit<Absence, 'since'> | undefined> {
  const period = { since, until }
  const { rows } = await sql<Omit<Absence, 'since'>>`
    ${withHidden(memberId)}
    select
      (select count(*)::int from (${selectListedVisits(memberId, memberId)}) listed
        where ${isWithin(sql`"lastVisit"`, period)}) as visits,
      (select count(*)::int from kisses join members giver on giver.id = kisses."giverId"
        where kisses."receiverId" = ${memberId} and ${sql.raw(isVisibleMember('giver'))} and ${isNotHidden(sql.ref('giver.id'))}
          and ${isKissWithin(period)}) as kisses,
      (select count(*)::int from chat_members own join chats on chats.id = own."chatId"
        where own."memberId" = ${memberId} and own.folder = 'INVITES'
          and not chats."creatorIgnores" and not chats."invitedIgnores"
          and ${isWithin(sql`own."lastUpdate"`, period)}) as invites,
      (select count(*)::int from (${selectNewMembers(wishes, period, today)}) registered) as "newMembers"`.execute(db)
  return rows[0]
}

/** Returns what happened while the caller was away; null if nothing did, or if there is no absence to show. */
export async function readAbsence(ctx: MemberCtx): Promise<{ absence: Absence | null }> {
  const { db, member, now } = ctx
  const found = member.id === TEAM_ID ? undefined : await findAbsence(db, member.accountId, now())
  const counts = found && (await countEvents(db, member.id, found, getToday(ctx)))
  const hasEvents = counts && Object.values(counts).some((count) => count > 0)
  return { absence: hasEvents ? { since: found.since, ...counts } : null }
}

/** Clears the member's last absence. */
async function clearAbsence(db: Database, accountId: string): Promise<void> {
  await db
    .updateTable('members')
    .set({ awaySince: null, returnedAt: null })
    .where('id', '=', accountId)
    .where('awaySince', 'is not', null)
    .execute()
}

/**
 * Closes the card of the caller's absence permanently. The caller counts as active first, so that a report of the same
 * return that arrives later does not store the absence again.
 */
export async function closeAbsence({ db, member, now }: MemberCtx): Promise<void> {
  await updateLastActive(db, member.accountId, now())
  await clearAbsence(db, member.accountId)
}
