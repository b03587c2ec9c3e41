import type { Id, PageQuery } from '@app/contract/base'
import { PAGE_MAX } from '@app/contract/limits'
import type { Unsigned } from '@app/contract/media'
import type { MovieEntry } from '@app/contract/movie'
import type { Ctx } from '@app/server/context'
import { createNamedRunner, type Database, type DatabaseTransaction } from '@app/server/db/database'
import type { MovieEntries } from '@app/server/db/tables'
import { AppError } from '@app/server/errors'
import { type PictureRow, pictureRow, toPicture } from '@app/server/photos/pictures'
import { isEntryVisible } from '@app/server/policies/movie'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import { type AuthorRow, authorColumns, toProfileTypeAndYears } from '../members/authors.ts'

type EntryRow = AuthorRow &
  Pick<MovieEntry, 'id' | 'message' | 'altText' | 'likes' | 'iLike' | 'mine'> & {
    publishedAt: string
    picture: PictureRow
  }

/** Converts a row to an entry. Copies each field by name, because a spread takes longer than all other work on the row. */
function toEntry(row: EntryRow): Unsigned<typeof MovieEntry> {
  const photo = toPicture(row.picture)
  const { profileType, p1Year, p2Year } = toProfileTypeAndYears(row.persons)
  return {
    id: row.id,
    userName: row.userName,
    profilePhotoUrl: row.profilePhotoUrl,
    badges: row.badges,
    profileType,
    p1Year,
    p2Year,
    image: photo.url,
    photo,
    altText: row.altText,
    message: row.message,
    likes: row.likes,
    iLike: row.iLike,
    published: row.publishedAt,
    cities: row.cities,
    mine: row.mine,
  }
}

const FROM_ENTRIES = sql`
  from movie_entries e join members m on m.id = e."authorId" join media on media.id = e."mediaId"`

/**
 * Returns the SQL columns of an entry for this viewer. `iLike` is looked up for each entry, because a join would read
 * all likes of an active viewer for every page.
 */
const entryColumns = (viewerId: RawBuilder<unknown>) => sql<EntryRow>`
  e.id, e.message, e."altText", e.likes, e."publishedAt", e."authorId" = ${viewerId} as mine,
  coalesce((select stands from movie_likes where "entryId" = e.id and "memberId" = ${viewerId}), false) as "iLike",
  ${sql.raw(pictureRow('e."mediaId"'))} as picture, ${authorColumns('m')}`

/** Lists a page of visible entries, newest first. The statement reads the index only until the page is full. */
export async function listEntries(
  ctx: Pick<Ctx, 'pool' | 'db'>,
  memberId: string,
  { before, limit }: PageQuery,
): Promise<Unsigned<typeof MovieEntry>[]> {
  const viewerId = sql`${memberId}::bigint`
  const page = before ? sql`and e.id < ${before}` : sql``
  const run = createNamedRunner(ctx, before ? 'movie-page' : 'movie-newest')
  const rows = await run(sql<EntryRow>`
    select ${entryColumns(viewerId)} ${FROM_ENTRIES} where ${isEntryVisible(viewerId)} ${page} order by e.id desc limit ${limit}`)
  return rows.map(toEntry)
}

/** Returns the entry with this picture; throws NOT_FOUND if it is not visible to the member. */
export async function readEntry(db: Database, memberId: string, mediaId: string): Promise<Unsigned<typeof MovieEntry>> {
  const viewerId = sql`${memberId}::bigint`
  const { rows } = await sql<EntryRow>`
    select ${entryColumns(viewerId)} ${FROM_ENTRIES} where e."mediaId" = ${mediaId} and ${isEntryVisible(viewerId)}`.execute(
    db,
  )
  if (!rows[0]) throw new AppError('NOT_FOUND')
  return toEntry(rows[0])
}

/** Counts the visible entries of other members that are newer than this one, up to `PAGE_MAX`. */
export async function countNewerEntries(ctx: Pick<Ctx, 'pool' | 'db'>, memberId: string, after: Id): Promise<number> {
  const viewerId = sql`${memberId}::bigint`
  const [row] = await createNamedRunner(
    ctx,
    'movie-newer',
  )(sql<{ count: number }>`
    select count(*)::int as count from (
      select ${FROM_ENTRIES} where e.id > ${after} and e."authorId" <> ${viewerId} and ${isEntryVisible(viewerId)} limit ${PAGE_MAX}) newer`)
  return row?.count ?? 0
}

/** Finds the picture of the entry that the author created with this `clientId`. */
export const findEntryByClientId = (
  db: Database,
  authorId: string,
  clientId: string,
): Promise<{ mediaId: string } | undefined> =>
  db
    .selectFrom('movie_entries')
    .select('mediaId')
    .where('authorId', '=', authorId)
    .where('clientId', '=', clientId)
    .executeTakeFirst()

export async function insertEntry(db: DatabaseTransaction, entry: Insertable<MovieEntries>): Promise<void> {
  await db.insertInto('movie_entries').values(entry).execute()
}

export async function deleteEntryRow(db: DatabaseTransaction, id: Id): Promise<void> {
  await db.deleteFrom('movie_entries').where('id', '=', id).execute()
}

export type NewLike = { entryId: Id; memberId: string; likedAt: string }

/** Stores a like. Returns null if it exists, otherwise whether the member likes the entry for the first time. */
export async function insertLike(db: DatabaseTransaction, like: NewLike): Promise<{ isFirst: boolean } | null> {
  const storedLike = await db
    .insertInto('movie_likes')
    .values({ ...like, stands: true })
    .onConflict((conflict) =>
      conflict.columns(['entryId', 'memberId']).doUpdateSet({ stands: true }).where('movie_likes.stands', '=', false),
    )
    .returning(sql<boolean>`xmax = 0`.as('isFirst'))
    .executeTakeFirst()
  return storedLike ?? null
}

/** Withdraws a like; returns false if there is none. */
export async function withdrawLike(db: DatabaseTransaction, entryId: Id, memberId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('movie_likes')
    .set({ stands: false })
    .where('entryId', '=', entryId)
    .where('memberId', '=', memberId)
    .where('stands', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Changes the number of likes of an entry and returns the new one. The caller holds the entry's lock. */
export async function changeLikeCount(db: DatabaseTransaction, id: Id, change: 1 | -1): Promise<number> {
  const { likes } = await db
    .updateTable('movie_entries')
    .set({ likes: sql`likes + ${change}` })
    .where('id', '=', id)
    .returning('likes')
    .executeTakeFirstOrThrow()
  return likes
}
