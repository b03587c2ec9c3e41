import { SUGGESTION_WORDS_LENGTH, SUGGESTIONS_PER_DAY } from '@app/contract/limits'
import type { Unsigned } from '@app/contract/media'
import { calculateAge } from '@app/contract/time/ages'
import type { Suggestion } from '@app/contract/welcome'
import type { Database, DatabaseTransaction } from '@app/server/db/database'
import { transact } from '@app/server/delivery/transact'
import { selectLookingFor } from '@app/server/members/looking-for'
import { personsInList } from '@app/server/members/persons'
import { profilePhotoUrl } from '@app/server/photos/pictures'
import { lockActorExclusively } from '@app/server/policies/actors'
import { TEAM_ID } from '@app/server/policies/team'
import { type RawBuilder, sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import { countMembersSeen } from '../limits/members-seen.ts'
import { getVisibleLastActive } from '../members/last-active.ts'
import { selectMatches, type Today } from '../search/filter.ts'
import { isNotHidden, withHidden } from '../search/hits.ts'
import {
  findLookingForValue,
  PREFERENCE_COLUMNS,
  type Preferences,
  toFilters,
  toPreferences,
} from '../search/preferences.ts'
import { BY_LAST_ACTIVITY } from '../search/queries.ts'
import { getToday } from '../search/search.ts'
import { toStockholmDay } from '../visits/queries.ts'

/** The number of the most recently active members, for each kind of profile and city, among which members are drawn. */
const CANDIDATES_MAX = 500

/** The number of members that the first request of a day draws: the suggestions, and as many to replace them. */
const DRAWN_PER_DAY = 2 * SUGGESTIONS_PER_DAY

/**
 * Returns the beginning of a statement. It defines `hidden` as `withHidden` does, `acquainted` as the ids of the members
 * with whom the member has a chat or an invite, whom the member has ever invited, or whose invite the member has
 * declined, and `lacking` as the needs of contact rules that the member does not meet. Whether another member has
 * declined changes nothing, so that the suggestions do not reveal it.
 */
const withAcquainted = (memberId: string) => sql`
  ${withHidden(memberId)}, acquainted as materialized (
    select array(
      select "otherId" from chat_members where "memberId" = ${memberId}
      union all select "invitedId" from past_invites where "inviterId" = ${memberId}
      union all select "inviterId" from declines where "declinerId" = ${memberId}) as ids),
  lacking as materialized (
    select array_remove(array[case when "profilePhotoId" is null then 'PHOTO' end,
      case when not 'VERIFIED' = any(badges) then 'VERIFIED' end], null) as needs
    from members where id = ${memberId})`

const isNotAcquainted = (id: RawBuilder<string>) => sql`${id} <> all((select ids from acquainted)::bigint[])`

/** Returns a SQL predicate that checks that the contact rule of a member does not refuse invites by the caller. */
const acceptsInvites = (members: string) => sql`
  not (${sql.ref(`${members}.contactOthers`)} = 'REFUSE'
    and ${sql.ref(`${members}.contactNeeds`)} && (select needs from lacking)::text[])`

/**
 * Returns a SQL predicate that checks whether a suggested member may still be shown: the search finds them, and the
 * caller may invite them.
 */
const isSuggestible = (id: RawBuilder<string>) => sql`
  (exists (
    select from search_profiles found join members suggested on suggested.id = found."memberId"
    where found."memberId" = ${id} and ${acceptsInvites('suggested')})
    and ${isNotHidden(id)} and ${isNotAcquainted(id)})`

type SuggestionRow = Omit<Unsigned<typeof Suggestion>, 'lastActive'> & { lastActiveAt: string; presenceOff: boolean }
type DrawnRow = SuggestionRow & { inReserve: boolean; suggestible: boolean }

/**
 * Lists the members that were drawn for a day and not replaced, the reserve last. `words` is the beginning of the whole
 * presentation.
 */
async function listDrawn(db: Database, memberId: string, day: RawBuilder<string>): Promise<DrawnRow[]> {
  const { rows } = await sql<DrawnRow>`
    ${withAcquainted(memberId)}
    select m."userName", m.cities, m.badges, m."lastActiveAt", m."presenceOff",
      left(m.description, ${SUGGESTION_WORDS_LENGTH}) as words, ${profilePhotoUrl('m', 'medium')} as "profilePhotoUrl",
      ${personsInList('m.id')} as persons, suggestions.position > ${SUGGESTIONS_PER_DAY} as "inReserve",
      ${isSuggestible(sql.ref('m.id'))} as suggestible
    from suggestions join members m on m.id = suggestions."suggestedId"
    where suggestions."memberId" = ${memberId} and suggestions.day = ${day} and suggestions.position is not null
    order by suggestions.position`.execute(db)
  return rows
}

const listShown = (rows: DrawnRow[]): SuggestionRow[] =>
  rows
    .filter(({ inReserve, suggestible }) => suggestible && !inReserve)
    .map(({ inReserve: _, suggestible: __, ...row }) => row)

const needsReplacement = (rows: DrawnRow[]): boolean =>
  listShown(rows).length < SUGGESTIONS_PER_DAY && rows.some(({ inReserve, suggestible }) => suggestible && inReserve)

/**
 * Replaces the suggestions of a day that may no longer be shown with members of its reserve, in the same positions.
 * Never draws other members: otherwise callers could change their own age to find out which ages the newly suggested
 * members want.
 */
async function replaceOutdated(db: DatabaseTransaction, memberId: string, day: RawBuilder<string>): Promise<void> {
  const ofDay = sql`suggestions."memberId" = ${memberId} and suggestions.day = ${day}`
  await sql`
    ${withAcquainted(memberId)}
    update suggestions set position = null
    where ${ofDay} and position <= ${SUGGESTIONS_PER_DAY} and not ${isSuggestible(sql.ref('suggestedId'))}`.execute(db)
  await sql`
    ${withAcquainted(memberId)}, free as (
      select position, row_number() over (order by position) as rank
      from generate_series(1, ${SUGGESTIONS_PER_DAY}::int) position
      where position not in (select position from suggestions where ${ofDay} and position is not null)
    ), reserve as (
      select "suggestedId", row_number() over (order by position) as rank from suggestions
      where ${ofDay} and position > ${SUGGESTIONS_PER_DAY} and ${isSuggestible(sql.ref('suggestedId'))}
    )
    update suggestions set position = free.position, "shownOn" = ${day} from reserve join free using (rank)
    where suggestions."memberId" = ${memberId} and suggestions."suggestedId" = reserve."suggestedId"`.execute(db)
}

/** The caller as the preferences of other members describe them: the kind as in `lookingFor`, null if secret, and the ages. */
type Self = { kind: string | null; minAge: number; maxAge: number }

async function readPreferencesAndSelf(
  db: DatabaseTransaction,
  memberId: string,
  referenceYear: number,
): Promise<{ preferences: Preferences; self: Self }> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('persons', 'memberId', 'id')
    .select([...PREFERENCE_COLUMNS, 'sex', 'yearOfBirth'])
    .where('id', '=', memberId)
    .execute()
  const [row] = rows
  if (!row) throw new Error('the member has no persons')
  const ages = rows.map(({ yearOfBirth }) => calculateAge(yearOfBirth, referenceYear))
  const kind = findLookingForValue(rows.map(({ sex }) => sex))
  return { preferences: toPreferences(row), self: { kind, minAge: Math.min(...ages), maxAge: Math.max(...ages) } }
}

/** Returns a SQL predicate that checks whether the preferences of the member `m` include the caller. */
const looksFor = ({ kind, minAge, maxAge }: Self) => sql`
  (${selectLookingFor('m')} = '{}' or ${kind}::text = any(${selectLookingFor('m')}))
  and (m."wantedAgeMin" is null or (m."wantedAgeMin" <= ${minAge}::int and m."wantedAgeMax" >= ${maxAge}::int))`

/** Selects the most recently active members whom the search finds for these preferences. */
const selectFound = (preferences: Preferences, today: Today): RawBuilder<unknown> =>
  sql.join(
    toFilters(preferences).map(
      (filter) => sql`(${selectMatches(filter, today, { limit: CANDIDATES_MAX, order: BY_LAST_ACTIVITY })})`,
    ),
    sql` union all `,
  )

type Choice = { memberId: string; preferences: Preferences; self: Self; today: Today; day: RawBuilder<string> }

/**
 * Draws the members of a day. Members who were never suggested come first, starting with those in the member's cities,
 * then those who were suggested the longest time ago.
 */
async function draw(db: DatabaseTransaction, { memberId, preferences, self, today, day }: Choice): Promise<void> {
  await sql`
    ${withAcquainted(memberId)}, nearby as materialized (${selectFound(preferences, today)}),
    found as (
      select "memberId", "lastActiveAt", true as "isNearby" from nearby
      union all
      select "memberId", "lastActiveAt", false from (${selectFound({ ...preferences, cities: [] }, today)}) anywhere
      where "memberId" not in (select "memberId" from nearby)
    ), ranked as (
      select m.id, row_number() over (
        order by earlier."shownOn" nulls first, "isNearby" desc, found."lastActiveAt" desc, m.id desc) as position
      from found join members m on m.id = found."memberId"
      left join suggestions earlier on earlier."memberId" = ${memberId} and earlier."suggestedId" = m.id
      where ${isNotAcquainted(sql.ref('m.id'))} and ${looksFor(self)} and ${acceptsInvites('m')}
    )
    insert into suggestions ("memberId", "suggestedId", day, position, "shownOn")
    select ${memberId}, id, ${day}, position, case when position <= ${SUGGESTIONS_PER_DAY} then ${day} end
    from ranked where position <= ${DRAWN_PER_DAY}
    on conflict ("memberId", "suggestedId") do update set
      day = excluded.day, position = excluded.position,
      "shownOn" = coalesce(excluded."shownOn", suggestions."shownOn")`.execute(db)
}

/** Returns whether suggestions were already drawn for a day, even if no member matched. */
async function isDrawn(db: Database, memberId: string, day: RawBuilder<string>): Promise<boolean> {
  const { rows } = await sql`select from members where id = ${memberId} and "suggestionsDay" >= ${day}`.execute(db)
  return rows.length > 0
}

/**
 * Draws the suggestions of the day, or replaces outdated ones, and returns them. The lock serializes concurrent
 * requests, so that all return the same members.
 */
const drawOrReplace = (ctx: MemberCtx, day: RawBuilder<string>): Promise<DrawnRow[]> =>
  transact(ctx, async ({ db, member }) => {
    await lockActorExclusively(db, member.id)
    if (await isDrawn(db, member.id, day)) await replaceOutdated(db, member.id, day)
    else {
      const today = getToday(ctx)
      const { preferences, self } = await readPreferencesAndSelf(db, member.id, today.referenceYear)
      await draw(db, { memberId: member.id, preferences, self, today, day })
      await sql`update members set "suggestionsDay" = ${day} where id = ${member.id}`.execute(db)
    }
    return listDrawn(db, member.id, day)
  })

/** Lists the members that were drawn for the day, after drawing them or replacing outdated ones if necessary. */
async function listCurrent(ctx: MemberCtx, day: RawBuilder<string>): Promise<DrawnRow[]> {
  const { db, member } = ctx
  const drawn = await listDrawn(db, member.id, day)
  if (drawn.length > 0) return needsReplacement(drawn) ? drawOrReplace(ctx, day) : drawn
  // A concurrent request may have drawn them after the first statement, so they are listed again.
  return (await isDrawn(db, member.id, day)) ? listDrawn(db, member.id, day) : drawOrReplace(ctx, day)
}

const takeFirstParagraph = (text: string): string => text.split(/\n\s*\n/, 1)[0] ?? ''

const toSuggestion = (
  { lastActiveAt, presenceOff, words, ...row }: SuggestionRow,
  now: Date,
): Unsigned<typeof Suggestion> => ({
  ...row,
  lastActive: getVisibleLastActive({ lastActiveAt, presenceOff, lastActiveThen: null }, now),
  words: takeFirstParagraph(words),
})

/**
 * Returns the members that are suggested to the caller today in Stockholm; none to the team. Counts them like hits of a
 * search. A route hook cannot count them, because the response is encrypted.
 */
export async function listSuggestions(ctx: MemberCtx): Promise<Unsigned<typeof Suggestion>[]> {
  const { limits, member } = ctx
  await limits.take('searches', member.accountId)
  if (member.id === TEAM_ID) return []
  const now = ctx.now()
  const day = toStockholmDay(now)
  const rows = listShown(await listCurrent(ctx, day))
  await countMembersSeen(ctx, { budget: 'search', names: rows.map(({ userName }) => userName) })
  return rows.map((row) => toSuggestion(row, now))
}
