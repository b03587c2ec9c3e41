import { PROFILE_EXCERPT_LENGTH, VISIT_PERIOD_MS, VISITORS_MAX } from '@app/contract/limits'
import type { Unsigned } from '@app/contract/media'
import type { PersonInList, Visitor } from '@app/contract/members/profiles'
import type { Database, DatabaseTransaction } from '@app/server/db/database'
import { personsInList } from '@app/server/members/persons'
import { profilePhotoUrl } from '@app/server/photos/pictures'
import { memberNamed } from '@app/server/policies/blocking'
import { isBlockedPair } from '@app/server/policies/ignoring'
import { isVisibleMember, TEAM_ID } from '@app/server/policies/team'
import { sql } from 'kysely'

/** The owner of a list of visitors, with the data that a viewer's access depends on. */
export type Owner = { id: string; visitorsClosed: boolean; isBlocked: boolean }

export async function findOwner(db: Database, viewerId: string, userName: string): Promise<Owner | undefined> {
  const viewer = sql`${viewerId}::bigint`
  const { rows } = await sql<Owner>`
    select id, "visitorsClosed", ${isBlockedPair(sql`members.id`, viewer)} as "isBlocked"
    from members where id = ${memberNamed(viewer, userName)}`.execute(db)
  return rows[0]
}

export type VisitorRow = Omit<Unsigned<typeof Visitor>, 'person1' | 'person2'> & { persons: PersonInList[] }

/**
 * Selects the latest visits that the list of visitors of a profile shows to a viewer: without those by members who are
 * not visible, or in a blocked pair with the owner or the viewer.
 */
export const selectListedVisits = (ownerId: string, viewerId: string) => sql`
  select visits.* from visits join members visitor on visitor.id = visits."visitorId"
  where visits."ownerId" = ${ownerId} and ${sql.raw(isVisibleMember('visitor'))}
    and not ${isBlockedPair(sql`visitor.id`, sql`${ownerId}::bigint`)} and not ${isBlockedPair(sql`visitor.id`, sql`${viewerId}::bigint`)}
  order by visits."lastVisit" desc, visits."visitorId" desc
  limit ${VISITORS_MAX}`

/** Lists the latest visitors, newest visit first. */
export async function listVisitors(db: Database, ownerId: string, viewerId: string): Promise<VisitorRow[]> {
  const { rows } = await sql<VisitorRow>`
    select visitor."userName", ${profilePhotoUrl('visitor', 'small')} as "profilePhotoUrl",
      left(visitor.description, ${PROFILE_EXCERPT_LENGTH}) as description, ${personsInList('visitor.id')} as persons, visitor.badges,
      exists (select from profile_notes where "writerId" = ${viewerId} and "aboutId" = visitor.id) as "hasNotes",
      (select count(*)::int from kisses where "giverId" = visitor.id and "receiverId" = visits."ownerId") as kisses,
      visits."visitCount", visits."lastVisit"
    from (${selectListedVisits(ownerId, viewerId)}) visits join members visitor on visitor.id = visits."visitorId"
    order by visits."lastVisit" desc, visits."visitorId" desc`.execute(db)
  return rows
}

type Visit = { ownerId: string; visitorId: string; at: Date; isIncognitoRecorded?: boolean }

/**
 * Stores a visit, and counts it unless another one was counted within the last hour. Stores no visit by an
 * incognito member unless `isIncognitoRecorded`, and none by or to the team or in a blocked pair.
 */
export async function upsertVisit(
  db: Database,
  { ownerId, visitorId, at, isIncognitoRecorded = false }: Visit,
): Promise<void> {
  const isCounted = sql`visits."lastCountedAt" <= ${new Date(at.getTime() - VISIT_PERIOD_MS)}`
  await sql`
    insert into visits ("ownerId", "visitorId", "lastCountedAt", "lastVisit")
    select owner.id, visitor.id, ${at}, ${at} from members owner, members visitor
    where owner.id = ${ownerId} and visitor.id = ${visitorId} and (not visitor.incognito or ${isIncognitoRecorded}) and ${TEAM_ID}::bigint not in (visitor.id, ${ownerId}::bigint)
      and not ${isBlockedPair(sql`visitor.id`, sql`${ownerId}::bigint`)}
    for key share
    on conflict ("ownerId", "visitorId") do update set
      "visitCount" = visits."visitCount" + (${isCounted})::int,
      "lastCountedAt" = case when ${isCounted} then excluded."lastCountedAt" else visits."lastCountedAt" end,
      "lastVisit" = greatest(visits."lastVisit", excluded."lastVisit")`.execute(db)
}

/** Deletes all visits to a profile. */
export async function deleteVisits(db: Database, ownerId: string): Promise<void> {
  await db.deleteFrom('visits').where('ownerId', '=', ownerId).execute()
}

/** Returns SQL for the date of a time in Stockholm, which determines the days of kisses and suggestions. */
export const toStockholmDay = (at: Date) => sql<string>`(${at}::timestamptz at time zone 'Europe/Stockholm')::date`

/** Stores a kiss; returns false if the giver has already kissed this member on the same day. */
export async function insertKiss(
  db: DatabaseTransaction,
  giverId: string,
  receiverId: string,
  at: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('kisses')
    .values({ giverId, receiverId, day: toStockholmDay(at), givenAt: at.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}
