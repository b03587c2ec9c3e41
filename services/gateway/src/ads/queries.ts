import type { Ad, AdFilter } from '@app/contract/ads'
import type { PageQuery } from '@app/contract/base'
import type { Unsigned } from '@app/contract/media'
import { adKindOf } from '@app/server/ads/kinds'
import type { Ctx } from '@app/server/context'
import { createNamedRunner, type Database, type DatabaseTransaction } from '@app/server/db/database'
import type { Ads } from '@app/server/db/tables'
import { AppError } from '@app/server/errors'
import { isAdVisible } from '@app/server/policies/ads'
import { type RawBuilder, sql } from 'kysely'
import { type AuthorRow, authorColumns, toProfileTypeAndYears } from '../members/authors.ts'

type Kind = Ads['kind']

/**
 * Lists the kinds of ads that the filter matches. Ads of members who hide their sex match only a filter that includes
 * every sex.
 */
function listKinds({ showCouples, showSingleMen, showSingleWomen, showSingleNonBinary }: AdFilter): Kind[] {
  const isMatch: Record<Kind, boolean> = {
    COUPLE: showCouples,
    MALE: showSingleMen,
    FEMALE: showSingleWomen,
    NON_BINARY: showSingleNonBinary,
    SECRET: showSingleMen && showSingleWomen && showSingleNonBinary,
  }
  return (Object.keys(isMatch) as Kind[]).filter((kind) => isMatch[kind])
}

type AdRow = AuthorRow & Pick<Ad, 'id' | 'title' | 'content' | 'mine'> & { publishedAt: string }

/** Names each field, because copying the rest of a row takes longer than all other work on it. */
function toAd(row: AdRow): Unsigned<typeof Ad> {
  const { profileType, p1Year, p2Year } = toProfileTypeAndYears(row.persons)
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    published: row.publishedAt,
    userName: row.userName,
    profilePhotoUrl: row.profilePhotoUrl,
    badges: row.badges,
    cities: row.cities,
    mine: row.mine,
    profileType,
    p1Year,
    p2Year,
    p1Orientation: row.persons?.[0]?.orientation ?? null,
    p2Orientation: row.persons?.[1]?.orientation ?? null,
  }
}

const adColumns = (viewerId: RawBuilder<unknown>) => sql<AdRow>`
  a.id, a.title, a.content, a."publishedAt", a."authorId" = ${viewerId} as mine, ${authorColumns('m')}`

/**
 * Lists ads, newest first. Each kind is a literal in the statement, so that PostgreSQL knows how frequent it is and
 * reads no more of the index than the page needs. The columns of authors are read only for the ads of the page.
 */
export async function listAds(
  ctx: Pick<Ctx, 'pool' | 'db'>,
  memberId: string,
  filter: AdFilter,
  { before, limit }: PageQuery,
): Promise<Unsigned<typeof Ad>[]> {
  const viewerId = sql`${memberId}::bigint`
  const olderThanCursor = before ? sql`and a.id < ${before}` : sql``
  const selectKind = (kind: Kind) => sql`(
    select a.id from ads a join members m on m.id = a."authorId"
    where a.kind = ${sql.lit(kind)} and ${isAdVisible(viewerId)} ${olderThanCursor} order by a.id desc limit ${limit})`
  const kinds = listKinds(filter)
  if (kinds.length === 0) return []
  const run = createNamedRunner(ctx, `ads-${before ? 'page' : 'newest'}-${kinds.join('-')}`)
  const rows = await run(sql<AdRow>`
    select ${adColumns(viewerId)}
    from (select id from (${sql.join(kinds.map(selectKind), sql` union all `)}) kinds order by id desc limit ${limit}) newest
    join ads a on a.id = newest.id join members m on m.id = a."authorId" order by a.id desc`)
  return rows.map(toAd)
}

/** Returns an ad as this member sees it. Throws NOT_FOUND if the ad does not exist or is hidden from the member. */
export async function readAd(db: Database, memberId: string, id: string): Promise<Unsigned<typeof Ad>> {
  const viewerId = sql`${memberId}::bigint`
  const { rows } = await sql<AdRow>`
    select ${adColumns(viewerId)} from ads a join members m on m.id = a."authorId"
    where a.id = ${id} and ${isAdVisible(viewerId)}`.execute(db)
  if (!rows[0]) throw new AppError('NOT_FOUND')
  return toAd(rows[0])
}

const DEFAULT_FILTER: AdFilter = {
  showCouples: true,
  showSingleMen: true,
  showSingleWomen: true,
  showSingleNonBinary: true,
}

/** Returns the member's filter; the default matches everything. */
export async function readFilter(db: Database, memberId: string): Promise<AdFilter> {
  const storedFilter = await db
    .selectFrom('ad_filters')
    .select(['showCouples', 'showSingleMen', 'showSingleWomen', 'showSingleNonBinary'])
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return storedFilter ?? DEFAULT_FILTER
}

export async function saveFilter(db: Database, memberId: string, filter: AdFilter): Promise<void> {
  await db
    .insertInto('ad_filters')
    .values({ memberId, ...filter })
    .onConflict((conflict) => conflict.column('memberId').doUpdateSet(filter))
    .execute()
}

type NewAd = { authorId: string; clientId: string; title: string; content: string }

export async function insertAd(db: DatabaseTransaction, ad: NewAd, now: Date): Promise<string> {
  const { id } = await db
    .insertInto('ads')
    .values({ ...ad, kind: adKindOf(ad.authorId), publishedAt: now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function findAdIdByClientId(
  db: Database,
  authorId: string,
  clientId: string,
): Promise<string | undefined> {
  const ad = await db
    .selectFrom('ads')
    .select('id')
    .where('authorId', '=', authorId)
    .where('clientId', '=', clientId)
    .executeTakeFirst()
  return ad?.id
}

export async function countAdsByAuthor(db: Database, authorId: string): Promise<number> {
  const { count } = await db
    .selectFrom('ads')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('authorId', '=', authorId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function updateAd(
  db: DatabaseTransaction,
  id: string,
  fields: Pick<Ad, 'title' | 'content'>,
): Promise<void> {
  await db.updateTable('ads').set(fields).where('id', '=', id).execute()
}

export async function deleteAdRow(db: DatabaseTransaction, id: string): Promise<void> {
  await db.deleteFrom('ads').where('id', '=', id).execute()
}
