import type { ContactNeed, ContactRule } from '@app/contract/members/contact'
import type { Database } from '@app/server/db/database'
import { matchesCriteria, selectCriteria } from '@app/server/members/saved-searches'
import { withProfileRows } from '@app/server/members/search-rows'
import { type RawBuilder, sql } from 'kysely'
import { matchProfile, type Today } from '../search/filter.ts'
import { PREFERENCE_COLUMNS, type Preferences, toFilters, toPreferences } from '../search/preferences.ts'

/** Returns a SQL predicate that checks whether a row of `profile_rows` matches the preferences of a member. */
function matchesPreferences(preferences: Preferences, today: Today): RawBuilder<boolean> {
  const { cities } = preferences
  const kinds = toFilters(preferences).map((filter) => sql`(${matchProfile(filter, today)})`)
  const isNear = cities.length === 0 ? sql`true` : sql`profile_rows.cities && ${cities}::text[]`
  return sql<boolean>`(${isNear} and (${sql.join(kinds, sql` or `)}))`
}

/**
 * Returns a SQL predicate that checks whether a row of `profile_rows` matches one of the recipient's saved searches, or
 * the recipient's preferences if there are none. Ignores the filter on recent activity, because the inviter is active now.
 */
const isWanted = (recipientId: string, preferences: Preferences, today: Today): RawBuilder<boolean> => sql`
  case when exists (select from saved_searches where "memberId" = ${recipientId}) then exists (
    select from saved_searches saved
    cross join lateral (${selectCriteria(sql`saved.filter - 'activeWithinDays'`, today)}) criteria
    where saved."memberId" = ${recipientId} and ${matchesCriteria('profile_rows', today)}
      and (criteria.cities = '{}' or profile_rows.cities && criteria.cities))
  else ${matchesPreferences(preferences, today)} end`

type Rule = { recipientId: string; needs: ContactNeed[]; preferences: Preferences; today: Today }

/** Returns a SQL predicate that checks whether a member `m` meets a need. Only SEARCH reads `profile_rows`. */
const meetsNeed = (need: ContactNeed, { recipientId, preferences, today }: Rule): RawBuilder<boolean> => {
  switch (need) {
    case 'VERIFIED':
      return sql`'VERIFIED' = any(m.badges)`
    case 'PHOTO':
      return sql`m."profilePhotoId" is not null`
    case 'SEARCH':
      return sql`exists (
        select from profile_rows where "memberId" = m.id and ${isWanted(recipientId, preferences, today)})`
  }
}

/**
 * Returns for each of these members the needs of a contact rule that the member does not meet, in the rule's order. The
 * statement contains only what the needs require: planning the search takes longer than all else.
 */
async function listUnmetOf(
  db: Database,
  memberIds: readonly string[],
  rule: Rule,
): Promise<Map<string, ContactNeed[]>> {
  const unmet = rule.needs.map((need) => sql`case when not ${meetsNeed(need, rule)} then ${need}::text end`)
  const { rows } = await sql<{ id: string; unmet: ContactNeed[] }>`
    ${rule.needs.includes('SEARCH') ? withProfileRows(memberIds) : sql``}
    select m.id, array_remove(array[${sql.join(unmet)}], null) as unmet
    from members m where m.id = any(${memberIds}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, unmet }) => [id, unmet]))
}

const readRule = (db: Database, memberId: string) =>
  db
    .selectFrom('members')
    .select(PREFERENCE_COLUMNS)
    .select(['contactNeeds', 'contactOthers'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()

/** Returns a member's contact rule. */
export async function readContactRule(db: Database, memberId: string): Promise<ContactRule> {
  const { contactNeeds, contactOthers } = await readRule(db, memberId)
  return { needs: contactNeeds, others: contactOthers }
}

/** Returns for each of these members the needs of the recipient's contact rule that the member does not meet. */
export async function listUnmetNeeds(
  db: Database,
  { recipientId, inviterIds, today }: { recipientId: string; inviterIds: readonly string[]; today: Today },
): Promise<Map<string, ContactNeed[]>> {
  const { contactNeeds, contactOthers: _, ...preferences } = await readRule(db, recipientId)
  if (contactNeeds.length === 0 || inviterIds.length === 0) return new Map()
  const needs = contactNeeds
  return listUnmetOf(db, inviterIds, { recipientId, needs, preferences: toPreferences(preferences), today })
}

/**
 * The result of a contact rule for one inviter: the needs that the inviter does not meet, and how the rule treats
 * invites by members who do not meet all needs.
 */
export type ContactCheck = { unmetNeeds: ContactNeed[]; others: ContactRule['others'] }

/** Applies the recipient's contact rule to an inviter. A recipient without needs costs one statement. */
export async function checkContactRule(
  db: Database,
  { inviterId, recipientId, today }: { inviterId: string; recipientId: string; today: Today },
): Promise<ContactCheck> {
  const { contactNeeds, contactOthers: others, ...preferences } = await readRule(db, recipientId)
  if (contactNeeds.length === 0) return { unmetNeeds: [], others }
  const needs = contactNeeds
  const unmet = await listUnmetOf(db, [inviterId], {
    recipientId,
    needs,
    preferences: toPreferences(preferences),
    today,
  })
  return { unmetNeeds: unmet.get(inviterId) ?? needs, others }
}
