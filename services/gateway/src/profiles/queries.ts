import { Person } from '@app/contract/members/members'
import { nameKey } from '@app/contract/text/names'
import type { Member } from '@app/server/context'
import type { Database } from '@app/server/db/database'
import { selectLookingFor } from '@app/server/members/looking-for'
import { profilePhotoUrl } from '@app/server/photos/pictures'
import { memberNamed } from '@app/server/policies/blocking'
import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { selectConfirmations } from '../verifications/queries.ts'
import { toStockholmDay } from '../visits/queries.ts'

const PERSON_FIELDS = Object.keys(Person.shape) as (keyof Person)[]

/** Returns the columns of the relationship between the viewer and the member. */
const selectRelationship = (viewerId: string, now: Date) =>
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

/** Returns SQL for the id of the profile with this name. An admin's name means the team, except for that admin. */
export const selectProfileId = (
  { id: viewerId, accountId }: Pick<Member, 'id' | 'accountId'>,
  userName: string,
): RawBuilder<string> => sql`coalesce(
  (select own.id from members own where own.id = ${accountId} and own."nameKey" = ${nameKey(userName)}),
  ${memberNamed(sql`${viewerId}::bigint`, userName)})`

/**
 * Finds the data of a profile, and of the relationship between its member and the viewer. The row may contain data that
 * the viewer must not see, such as email preferences and wanted ages.
 */
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
      selectLookingFor('members').as('lookingFor'),
      'wantedAgeMin',
      'wantedAgeMax',
      'language',
      'badges',
      'wantsEventMail',
      'wantsChatMail',
      'wantsNewsMail',
      profilePhotoUrl('members', 'medium').as('profilePhotoUrl'),
      sql<number>`(select count(*)::int from ${selectConfirmations(sql`members.id`, viewerId)})`.as('verifications'),
      ...selectRelationship(viewerId, now),
      jsonArrayFrom(
        eb.selectFrom('persons').select(PERSON_FIELDS).whereRef('memberId', '=', 'members.id').orderBy('ordinal'),
      )
        .$castTo<Person[]>()
        .as('persons'),
    ])
    .where('members.id', '=', profileId)
    .executeTakeFirst()

export type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>
