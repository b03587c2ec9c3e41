import { LAST_ACTIVE_STEP } from '@app/contract/limits'
import type { MailPreferences, MemberLevel, MemberSettings } from '@app/contract/members/members'
import type { Database, DatabaseTransaction } from '@app/server/db/database'
import type { DB } from '@app/server/db/tables'
import { AppError } from '@app/server/errors'
import { isCouple } from '@app/server/members/persons'
import { searchActivity } from '@app/server/members/search-rows'
import { partyByName } from '@app/server/policies/team'
import { sql, type Updateable } from 'kysely'

export const couple = sql<boolean>`${sql.raw(isCouple('members'))}`

/** Updates the last activity, in search rows too, at most once per `LAST_ACTIVE_STEP`. */
export const updateLastActive = async (db: Database, memberId: string, now: Date): Promise<void> => {
  const staleBefore = new Date(now.getTime() - LAST_ACTIVE_STEP).toISOString()
  await sql`
    with updated as (
      update members m set "lastActiveAt" = ${now.toISOString()} where id = ${memberId} and "lastActiveAt" <= ${staleBefore}
      returning id, ${searchActivity('m')} as at
    ), profile as (
      update search_profiles set "lastActiveAt" = at from updated where "memberId" = id and "lastActiveAt" <> at
    )
    update search_cities set "lastActiveAt" = at from updated where "memberId" = id and "lastActiveAt" <> at`.execute(
    db,
  )
}

export async function requireLevel(db: Database, userName: string): Promise<{ memberLevel: MemberLevel }> {
  const row = await db
    .selectFrom('members')
    .select('level as memberLevel')
    .where('id', '=', partyByName(userName))
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const SETTINGS = ['presenceOff', 'receiptsOff', 'hiddenFromSearch', 'incognito', 'visitorsClosed'] as const

export const readSettings = (db: Database, memberId: string): Promise<MemberSettings> =>
  db.selectFrom('members').select(SETTINGS).where('id', '=', memberId).executeTakeFirstOrThrow()

/** Returns the state of a member that the member's own devices store. */
export const readOwnState = (db: Database, memberId: string) =>
  db
    .selectFrom('members')
    .select([...SETTINGS, 'language', 'userName', couple.as('couple')])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()

type OwnColumns = 'userName' | 'nameKey' | 'nameSearch' | 'description' | 'cities' | 'lookingFor' | 'language'

export type OwnChanges = {
  [Column in keyof MemberSettings | keyof MailPreferences | OwnColumns]?: Updateable<DB['members']>[Column] | undefined
}

/** Updates the given fields; returns false if nothing changed. */
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
    .where((eb) => eb.or(definedChanges.map(([column, value]) => eb(column, '<>', sql<never>`${value}`))))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
