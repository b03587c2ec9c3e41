import { AWAY_MIN_MS, LAST_ACTIVE_STEP_MS } from '@app/contract/limits'
import type { MailPreferences, MemberLevel, MemberSettings } from '@app/contract/members/members'
import type { Database, DatabaseTransaction } from '@app/server/db/database'
import type { DB } from '@app/server/db/tables'
import { AppError } from '@app/server/errors'
import { isCouple } from '@app/server/members/persons'
import { searchActivity } from '@app/server/members/search-rows'
import { memberNamed } from '@app/server/policies/blocking'
import { type RawBuilder, sql, type Updateable } from 'kysely'

/** SQL for whether a row of `members` is a couple. */
export const coupleColumn = sql<boolean>`${sql.raw(isCouple('members'))}`

/**
 * Updates a member's last activity, including in the search rows, at most once per `LAST_ACTIVE_STEP_MS`. Also
 * stores the absence of a member who returns after `AWAY_MIN_MS` or more.
 */
export const updateLastActive = async (db: Database, memberId: string, now: Date): Promise<void> => {
  const staleBefore = new Date(now.getTime() - LAST_ACTIVE_STEP_MS).toISOString()
  const hasReturned = sql`m."lastActiveAt" <= ${new Date(now.getTime() - AWAY_MIN_MS).toISOString()}`
  await sql`
    with updated as (
      update members m set "lastActiveAt" = ${now.toISOString()},
        "awaySince" = case when ${hasReturned} then m."lastActiveAt" else m."awaySince" end,
        "returnedAt" = case when ${hasReturned} then ${now.toISOString()} else m."returnedAt" end
      where id = ${memberId} and "lastActiveAt" <= ${staleBefore}
      returning id, ${searchActivity('m')} as at
    ), profile as (
      update search_profiles set "lastActiveAt" = at from updated where "memberId" = id and "lastActiveAt" <> at
    )
    update search_cities set "lastActiveAt" = at from updated where "memberId" = id and "lastActiveAt" <> at`.execute(
    db,
  )
}

/**
 * Returns the level of the member or team with this name; throws NOT_FOUND if there is none, or if a block hides the
 * member.
 */
export async function requireLevel(
  db: Database,
  viewerId: string,
  userName: string,
): Promise<{ memberLevel: MemberLevel }> {
  const row = await db
    .selectFrom('members')
    .select('level as memberLevel')
    .where('id', '=', memberNamed(sql`${viewerId}::bigint`, userName))
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const SETTINGS = ['presenceOff', 'receiptsOff', 'hiddenFromSearch', 'incognito', 'visitorsClosed'] as const

export const readSettings = (db: Database, memberId: string): Promise<MemberSettings> =>
  db.selectFrom('members').select(SETTINGS).where('id', '=', memberId).executeTakeFirstOrThrow()

/** Returns the part of a member's own data that the member's devices store. */
export const readOwnState = (db: Database, memberId: string) =>
  db
    .selectFrom('members')
    .select([...SETTINGS, 'language', 'userName', coupleColumn.as('couple')])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()

type OwnColumns =
  | 'userName'
  | 'nameKey'
  | 'nameSearch'
  | 'description'
  | 'cities'
  | 'lookingFor'
  | 'lookingForCouples'
  | 'wantedAgeMin'
  | 'wantedAgeMax'
  | 'language'
  | 'contactNeeds'
  | 'contactOthers'

export type OwnChanges = {
  [Column in keyof MemberSettings | keyof MailPreferences | OwnColumns]?:
    | Updateable<DB['members']>[Column]
    | (Column extends 'nameKey' ? RawBuilder<string> : never)
    | undefined
}

/** Updates the given fields of a member; returns false if none of them changed. */
export async function updateOwnData(db: DatabaseTransaction, memberId: string, changes: OwnChanges): Promise<boolean> {
  const definedChanges = Object.entries(changes).filter(([, value]) => value !== undefined) as [
    keyof OwnChanges,
    unknown,
  ][]
  if (definedChanges.length === 0) return false
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set(Object.fromEntries(definedChanges))
    .where('id', '=', memberId)
    .where((eb) => eb.or(definedChanges.map(([column, value]) => eb(column, 'is distinct from', sql<never>`${value}`))))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
