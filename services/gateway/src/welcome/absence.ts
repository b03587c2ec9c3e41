import { AWAY_MIN_MS, AWAY_NEW_MEMBERS_MAX, AWAY_SHOWN_MS, LAST_ACTIVE_STEP_MS } from '@app/contract/limits'
import type { SearchFilter } from '@app/contract/members/profiles'
import type { Absence } from '@app/contract/welcome'
import type { Database } from '@app/server/db/database'
import type { ReadDatabase } from '@app/server/db/read-replica'
import { isVisibleMember, TEAM_ID } from '@app/server/policies/team'
import { type RawBuilder, sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import { updateLastActive } from '../members/queries.ts'
import { selectMatches, type Today } from '../search/filter.ts'
import { isNotHidden, withHidden } from '../search/hits.ts'
import { PREFERENCE_COLUMNS, type Preferences, toDefaultFilter, toPreferences } from '../search/preferences.ts'
import { BY_LAST_ACTIVITY } from '../search/queries.ts'
import { getToday } from '../search/search.ts'
import { selectListedVisits, toStockholmDay } from '../visits/queries.ts'

/** The number of the most recently active members, for each city, among which new members are counted. */
const CANDIDATES_MAX = 500

type Period = { since: string; until: string }

/**
 * Finds the member's last absence if its card may still be shown, and the member's preferences. A return that
 * `updateLastActive` has yet to store counts as happening now, since clients send both requests at the same time.
 */
async function findAbsence(db: Database, accountId: string, now: Date): Promise<(Period & Preferences) | undefined> {
  const isReturning = sql<boolean>`"lastActiveAt" <= ${new Date(now.getTime() - AWAY_MIN_MS).toISOString()}`
  const row = await db
    .selectFrom('members')
    .select([
      ...PREFERENCE_COLUMNS,
      sql<string | null>`case when ${isReturning} then "lastActiveAt" else "awaySince" end`.as('since'),
      sql<string | null>`case when ${isReturning} then ${now.toISOString()}::timestamptz else "returnedAt" end`.as(
        'until',
      ),
    ])
    .where('id', '=', accountId)
    .where((eb) => eb.or([isReturning, eb('returnedAt', '>', new Date(now.getTime() - AWAY_SHOWN_MS).toISOString())]))
    .executeTakeFirst()
  if (!row?.since || !row.until) return undefined
  return { since: row.since, until: row.until, ...toPreferences(row) }
}

/** Returns a SQL predicate that checks whether a time is in the period. */
const isWithin = (time: RawBuilder<unknown>, { since, until }: Period) =>
  sql`(${time} > ${since}::timestamptz and ${time} <= ${until}::timestamptz)`

/**
 * Returns a SQL predicate that checks whether a kiss was given in the period. A kiss without a time counts if the whole
 * day was in the period.
 */
const isKissWithin = (period: Period) => sql`
  case when kisses."givenAt" is not null then ${isWithin(sql`kisses."givenAt"`, period)}
    else kisses.day > ${toStockholmDay(new Date(period.since))} and kisses.day < ${toStockholmDay(new Date(period.until))} end`

/**
 * Counts the members whom this search finds, and who registered in the period, among the most recently active members
 * of each city. Members cannot have been active before they registered, so the index of the last activity excludes most
 * others.
 */
async function countRegistered(
  db: ReadDatabase,
  memberId: string,
  { filter, period, today }: { filter: SearchFilter; period: Period; today: Today },
): Promise<number> {
  const activeSince = new Date(Date.parse(period.since) - LAST_ACTIVE_STEP_MS).toISOString()
  const matches = selectMatches(filter, today, {
    limit: CANDIDATES_MAX,
    order: BY_LAST_ACTIVITY,
    condition: sql`"lastActiveAt" >= ${activeSince}`,
  })
  const { rows } = await sql<{ count: number }>`
    ${withHidden(memberId)}
    select count(*)::int as count from (
      select from (${matches}) found join members m on m.id = found."memberId"
      where ${isWithin(sql`m."registeredAt"`, period)} limit ${AWAY_NEW_MEMBERS_MAX}) registered`.execute(db)
  return rows[0]?.count ?? 0
}

/** Counts the new members whom the caller's default search finds. The card links to that search. */
async function countNewMembers(
  ctx: MemberCtx,
  { since, until, ...preferences }: Period & Preferences,
): Promise<number> {
  const filter = toDefaultFilter(preferences)
  if (!filter) return 0
  const { result } = await ctx.readReplica.read((db) =>
    countRegistered(db, ctx.member.id, { filter, period: { since, until }, today: getToday(ctx) }),
  )
  return result
}

/**
 * Counts the visits, kisses and invites that a member received in the period, without those that the member cannot see
 * elsewhere.
 */
async function countReceived(
  db: Database,
  memberId: string,
  period: Period,
): Promise<Omit<Absence, 'since' | 'newMembers'> | undefined> {
  const { rows } = await sql<Omit<Absence, 'since' | 'newMembers'>>`
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
          and ${isWithin(sql`own."lastUpdate"`, period)}) as invites`.execute(db)
  return rows[0]
}

/**
 * Returns the counts of the caller's last absence; null if they are all zero, or if there is no absence to show. Is
 * subject to the rate limit of search counts, because it scans as many members.
 */
export async function readAbsence(ctx: MemberCtx): Promise<{ absence: Absence | null }> {
  const { db, limits, member, now } = ctx
  await limits.take('searchCounts', member.accountId)
  const found = member.id === TEAM_ID ? undefined : await findAbsence(db, member.accountId, now())
  const received = found && (await countReceived(db, member.id, found))
  if (!received) return { absence: null }
  const counts = { ...received, newMembers: await countNewMembers(ctx, found) }
  const isWorthShowing = Object.values(counts).some((count) => count > 0)
  return { absence: isWorthShowing ? { since: found.since, ...counts } : null }
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
 * Closes the card of the caller's absence permanently. Updates the last activity first, so that a later request that
 * reports the same return does not store the absence again.
 */
export async function closeAbsence({ db, member, now }: MemberCtx): Promise<void> {
  await updateLastActive(db, member.accountId, now())
  await clearAbsence(db, member.accountId)
}
