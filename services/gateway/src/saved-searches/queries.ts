import type { Id } from '@app/contract/base'
import type { SearchFilter } from '@app/contract/members/profiles'
import type { SavedSearch, SaveSearch } from '@app/contract/members/saved-searches'
import { type Database, type DatabaseTransaction, findViolatedConstraint } from '@app/server/db/database'
import type { ReadDatabase } from '@app/server/db/read-replica'
import { AppError } from '@app/server/errors'
import { countNewMatches, type MatchTime } from '@app/server/members/saved-searches'
import { sql } from 'kysely'

/** A saved search without the count of its new members, for which it has the time of its last opening. */
export type StoredSearch = Omit<SavedSearch, 'newCount'> & { openedAt: string }

const COLUMNS = sql`id, name, filter, "inDigest", "openedAt"`

/** Lists the account's saved searches, oldest first. */
export const listSearches = async (db: Database, accountId: Id): Promise<StoredSearch[]> =>
  (
    await sql<StoredSearch>`select ${COLUMNS} from saved_searches where "memberId" = ${accountId} order by id`.execute(
      db,
    )
  ).rows

/** Counts the new members of each saved search, as this viewer's search finds them. */
export async function countNew(
  db: ReadDatabase,
  viewerId: Id,
  searches: readonly StoredSearch[],
  time: MatchTime,
): Promise<Map<Id, number>> {
  const input = searches.map(({ id, filter, openedAt }) => ({ id, filter, since: openedAt }))
  const { rows } = await sql<{ id: Id; newCount: number }>`
    select search.id, ${countNewMatches('search', time)} as "newCount"
    from (
      select stored.*, ${viewerId}::bigint as "viewerId"
      from jsonb_to_recordset(${JSON.stringify(input)}::jsonb) as stored(id text, filter jsonb, since timestamptz)) search`.execute(
    db,
  )
  return new Map(rows.map(({ id, newCount }) => [id, newCount]))
}

export async function countSearches(db: DatabaseTransaction, accountId: Id): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from saved_searches where "memberId" = ${accountId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Maps a violation of the unique names to VALIDATION, and rethrows any other error. */
function throwNameProblem(error: unknown): never {
  if (findViolatedConstraint(error) !== 'saved_searches_names') throw error
  throw new AppError('VALIDATION', { fields: [{ path: 'name', problem: 'savedSearches.name' }] })
}

const toJson = (filter: SearchFilter): string => JSON.stringify({ ...filter, page: 0 })

/**
 * Inserts a search that counts as opened now. The time is that of the database, whose clock also sets when members became
 * findable.
 */
export async function insertSearch(
  db: DatabaseTransaction,
  accountId: Id,
  { name, filter, inDigest }: SaveSearch,
): Promise<StoredSearch> {
  const { rows } = await sql<StoredSearch>`
    insert into saved_searches ("memberId", name, filter, "inDigest", "openedAt")
    values (${accountId}, ${name}, ${toJson(filter)}, ${inDigest}, now()) returning ${COLUMNS}`
    .execute(db)
    .catch(throwNameProblem)
  return rows[0] as StoredSearch
}

/** Updates one of the account's searches; a changed filter counts as opened now. Returns undefined if there is none. */
export async function updateSearch(
  db: DatabaseTransaction,
  accountId: Id,
  id: Id,
  { name, filter, inDigest }: { [Key in keyof SaveSearch]?: SaveSearch[Key] | undefined },
): Promise<StoredSearch | undefined> {
  const newFilter = sql`${filter ? toJson(filter) : null}::jsonb`
  const { rows } = await sql<StoredSearch>`
    update saved_searches set name = coalesce(${name ?? null}, name), filter = coalesce(${newFilter}, filter),
      "inDigest" = coalesce(${inDigest ?? null}, "inDigest"),
      "openedAt" = case when ${newFilter} <> filter then now() else "openedAt" end
    where id = ${id} and "memberId" = ${accountId} returning ${COLUMNS}`
    .execute(db)
    .catch(throwNameProblem)
  return rows[0]
}

/** Records that the member has opened the search now. Returns false if there is no such search. */
export async function markOpened(db: DatabaseTransaction, accountId: Id, id: Id): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update saved_searches set "openedAt" = now() where id = ${id} and "memberId" = ${accountId}`.execute(db)
  return numAffectedRows === 1n
}

/** Deletes one of the account's searches. Returns false if there is none. */
export async function deleteSearchRow(db: DatabaseTransaction, accountId: Id, id: Id): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from saved_searches where id = ${id} and "memberId" = ${accountId}`.execute(db)
  return numAffectedRows === 1n
}
