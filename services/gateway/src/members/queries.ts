import { LAST_ACTIVE_STEP } from '@app/contract/limits'
import { type MailPreferences, type MemberLevel, type MemberSettings, Person } from '@app/contract/members/members'
import { nameKey } from '@app/contract/text/names'
import type { Database, DatabaseTransaction } from '@app/server/db/database'
import type { DB } from '@app/server/db/tables'
import { AppError } from '@app/server/errors'
import { searchActivity } from '@app/server/members/search-rows'
import { partyByName } from '@app/server/members/team'
import { profilePhotoUrl } from '@app/server/photos/pictures'
import { type RawBuilder, sql, type Updateable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { couple } from '../sessions/queries.ts'
import { selectConfirmations } from '../verifications/queries.ts'
import { toStockholmDay } from '../visits/queries.ts'

const PERSON_FIELDS = Object.keys(Person.shape) as (keyof Person)[]

/** Selects the relation between the viewer and the member. */
const selectBetween = (viewerId: string, now: Date) =>
  [
    sql<string | null>`(select notes from profile_notes where "writerId" = ${viewerId} and "aboutId" = members.id)`.as(
      'profileNotes',
    ),
    sql<boolean>`exists (
      select from kisses where "giverId" = ${viewerId} and "receiverId" = members.id and day = ${toStockholmDay(now)})`.as(
      'kissedToday',
    ),
    sql<boolean>`exists (
      select from private_grants where "ownerId" = ${viewerId} and "viewerId" = members.id)`.as('iGranted'),
    sql<boolean>`exists (
      select from private_grants where "ownerId" = members.id and "viewerId" = ${viewerId})`.as('theyGranted'),
    sql<number>`(
      select count(*)::int from photos join media on media.id = photos."mediaId"
      where photos."memberId" = members.id and album = 'PRIVATE' and state = 'READY')`.as('privatePhotos'),
  ] as const

/** Returns the profile's id for a name and an account: an admin's name means the team, except to that admin. */
export const selectProfileId = (accountId: string, userName: string): RawBuilder<string> => sql`coalesce(
  (select own.id from members own where own.id = ${accountId} and own."nameKey" = ${nameKey(userName)}),
  ${partyByName(userName)})`

/** Finds all data of a member's profile, as the member or another viewer may see it. */
export const findProfile = (db: Database, viewerId: string, profileId: RawBuilder<string>, now: Date) =>
  db
    .selectFrom('members')
    .leftJoin('ignores', (join) =>
      join.onRef('ignores.ignorerId', '=', 'members.id').on('ignores.ignoredId', '=', viewerId),
    )
    .select((eb) => [
      'members.id',
      'userName',
      'registeredAt',
      'lastActiveAt',
      'presenceOff',
      'ignores.lastActiveThen',
      'description',
      'cities',
      'lookingFor',
      'language',
      'badges',
      'wantsEventMail',
      'wantsChatMail',
      'wantsNewsMail',
      profilePhotoUrl('members', 'medium').as('profilePhotoUrl'),
      sql<number>`(select count(*)::int from ${selectConfirmations(sql`members.id`)})`.as('verifications'),
      ...selectBetween(viewerId, now),
      jsonArrayFrom(
        eb.selectFrom('persons').select(PERSON_FIELDS).whereRef('memberId', '=', 'members.id').orderBy('ordinal'),
      )
        .$castTo<Person[]>()
        .as('persons'),
    ])
    .where('members.id', '=', profileId)
    .executeTakeFirst()

export type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>

/** Updates the last activity, in search rows too, at most once per `LAST_ACTIVE_STEP`. */
export const updateLastActive = async (db: Database, memberId: string, now: Date): Promise<void> => {
  const staleBefore = new Date(now.getTime() - LAST_ACTIVE_STEP).toISOString()
  await sql`
    with moved as (
      update members m set "lastActiveAt" = ${now.toISOString()} where id = ${memberId} and "lastActiveAt" <= ${staleBefore}
      returning id, ${searchActivity('m')} as at
    ), profile as (
      update search_profiles set "lastActiveAt" = at from moved where "memberId" = id and "lastActiveAt" <> at
    )
    update search_cities set "lastActiveAt" = at from moved where "memberId" = id and "lastActiveAt" <> at`.execute(db)
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

/** Returns the own state that the member's devices store. */
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
export async function updateOwn(db: DatabaseTransaction, memberId: string, changes: OwnChanges): Promise<boolean> {
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
