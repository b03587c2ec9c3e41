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
import { BY_LAST_ACTIVITY } from '../search/queries.ts'
import { getToday } from '../search/search.ts'
import { toStockholmDay } from '../visits/queries.ts'
import { findLookingForValue, toFilters, toWishes, WISH_COLUMNS, type Wishes } from './wishes.ts'

/** For each kind of profile and city, suggestions are chosen among this many members, the last active ones. */
const CANDIDATES_MAX = 500

/**
 * Returns the beginning of a statement, which defines `hidden` as `withHidden` does, and `acquainted` as the ids of all
 * members with whom the member has a chat or an invite, or of whom one has declined the other's.
 */
const withAcquainted = (memberId: string) => sql`
  ${withHidden(memberId)}, acquainted as materialized (
    select array(
      select "otherId" from chat_members where "memberId" = ${memberId}
      union all select "declinerId" from declines where "inviterId" = ${memberId}
      union all select "inviterId" from declines where "declinerId" = ${memberId}) as ids)`

const isNotAcquainted = (id: RawBuilder<string>) => sql`${id} <> all((select ids from acquainted)::bigint[])`

/** Returns the condition that a suggested member may still be shown: the search finds them, and the caller may invite them. */
const isSuggestible = (id: RawBuilder<string>) => sql`
  (exists (select from search_profiles where "memberId" = ${id}) and ${isNotHidden(id)} and ${isNotAcquainted(id)})`

type SuggestionRow = Omit<Unsigned<typeof Suggestion>, 'lastActive'> & { lastActiveAt: string; presenceOff: boolean }

/** Lists the suggestions of a day that may still be shown. `words` is the beginning of the whole presentation. */
async function listStored(db: Database, memberId: string, day: RawBuilder<string>): Promise<SuggestionRow[]> {
  const { rows } = await sql<SuggestionRow>`
    ${withAcquainted(memberId)}
    select m."userName", m.cities, m.badges, m."lastActiveAt", m."presenceOff",
      left(m.description, ${SUGGESTION_WORDS_LENGTH}) as words, ${profilePhotoUrl('m', 'medium')} as "profilePhotoUrl",
      ${personsInList('m.id')} as persons
    from suggestions join members m on m.id = suggestions."suggestedId"
    where suggestions."memberId" = ${memberId} and suggestions.day = ${day} and suggestions.position is not null
      and ${isSuggestible(sql.ref('m.id'))}
    order by suggestions.position`.execute(db)
  return rows
}

/** Frees the positions of the suggestions of a day that may no longer be shown. */
const removeOutdated = (db: DatabaseTransaction, memberId: string, day: RawBuilder<string>) =>
  sql`
    ${withAcquainted(memberId)}
    update suggestions set position = null
    where "memberId" = ${memberId} and day = ${day} and position is not null
      and not ${isSuggestible(sql.ref('suggestedId'))}`.execute(db)

/** The persons of a member as others look for them: their value of `lookingFor`, null if secret, and their ages. */
type Self = { value: string | null; minAge: number; maxAge: number }

async function readWishesAndSelf(
  db: DatabaseTransaction,
  memberId: string,
  referenceYear: number,
): Promise<{ wishes: Wishes; self: Self }> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('persons', 'memberId', 'id')
    .select([...WISH_COLUMNS, 'sex', 'yearOfBirth'])
    .where('id', '=', memberId)
    .execute()
  const [row] = rows
  if (!row) throw new Error('the member has no persons')
  const ages = rows.map(({ yearOfBirth }) => calculateAge(yearOfBirth, referenceYear))
  const value = findLookingForValue(rows.map(({ sex }) => sex))
  return { wishes: toWishes(row), self: { value, minAge: Math.min(...ages), maxAge: Math.max(...ages) } }
}

/** Returns the condition that the member `m` looks for a profile like this. */
const looksFor = ({ value, minAge, maxAge }: Self) => sql`
  (${selectLookingFor('m')} = '{}' or ${value}::text = any(${selectLookingFor('m')}))
  and (m."wantedAgeMin" is null or (m."wantedAgeMin" <= ${minAge}::int and m."wantedAgeMax" >= ${maxAge}::int))`

/** Selects the last active members whom the search finds for these wishes. */
const selectFound = (wishes: Wishes, today: Today): RawBuilder<unknown> =>
  sql.join(
    toFilters(wishes).map(
      (filter) => sql`(${selectMatches(filter, today, { limit: CANDIDATES_MAX, order: BY_LAST_ACTIVITY })})`,
    ),
    sql` union all `,
  )

type Choice = { memberId: string; wishes: Wishes; self: Self; today: Today; day: RawBuilder<string> }

/**
 * Fills the free positions of a day: first with members who were never suggested, those in the member's cities before
 * others, then with those whose last suggestion is the longest ago.
 */
async function fillFreePositions(
  db: DatabaseTransaction,
  { memberId, wishes, self, today, day }: Choice,
): Promise<void> {
  await sql`
    ${withAcquainted(memberId)}, nearby as materialized (${selectFound(wishes, today)}),
    found as (
      select "memberId", "lastActiveAt", true as "isNearby" from nearby
      union all
      select "memberId", "lastActiveAt", false from (${selectFound({ ...wishes, cities: [] }, today)}) anywhere
      where "memberId" not in (select "memberId" from nearby)
    ), ranked as (
      select m.id, row_number() over (
        order by earlier.day nulls first, "isNearby" desc, found."lastActiveAt" desc, m.id desc) as rank
      from found join members m on m.id = found."memberId"
      left join suggestions earlier on earlier."memberId" = ${memberId} and earlier."suggestedId" = m.id
      where ${isNotAcquainted(sql.ref('m.id'))} and ${looksFor(self)}
        and (earlier.day is null or earlier.day < ${day} or earlier.position is null)
    ), free as (
      select position, row_number() over (order by position) as rank
      from generate_series(1, ${SUGGESTIONS_PER_DAY}::int) position
      where position not in (
        select position from suggestions where "memberId" = ${memberId} and day = ${day} and position is not null)
    )
    insert into suggestions ("memberId", "suggestedId", day, position)
    select ${memberId}, ranked.id, ${day}, free.position from ranked join free using (rank)
    on conflict ("memberId", "suggestedId") do update set day = excluded.day, position = excluded.position`.execute(db)
}

/**
 * Chooses the missing suggestions of the day, and returns all of them. The lock makes concurrent requests agree: each
 * sees what the previous one has chosen.
 */
const chooseMissing = (ctx: MemberCtx, day: RawBuilder<string>): Promise<SuggestionRow[]> =>
  transact(ctx, async ({ db, member }) => {
    await lockActorExclusively(db, member.id)
    await removeOutdated(db, member.id, day)
    const today = getToday(ctx)
    const { wishes, self } = await readWishesAndSelf(db, member.id, today.referenceYear)
    await fillFreePositions(db, { memberId: member.id, wishes, self, today, day })
    return listStored(db, member.id, day)
  })

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
  const { db, limits, member } = ctx
  await limits.take('searches', member.accountId)
  if (member.id === TEAM_ID) return []
  const now = ctx.now()
  const day = toStockholmDay(now)
  const stored = await listStored(db, member.id, day)
  const rows = stored.length < SUGGESTIONS_PER_DAY ? await chooseMissing(ctx, day) : stored
  await countMembersSeen(ctx, { budget: 'search', names: rows.map(({ userName }) => userName) })
  return rows.map((row) => toSuggestion(row, now))
}
