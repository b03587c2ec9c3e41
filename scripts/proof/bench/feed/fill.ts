import type pg from 'pg'
import { fillTables } from '../lists/fill-tables.ts'
import { createPictureStatement } from '../pictures.ts'

/**
 * Returns the statements that insert processed photos by all members, with captions of different lengths and with
 * likes.
 */
const createStatements = (entries: number): string[] => [
  createPictureStatement(
    'MOVIE',
    `select translate(left(encode(sha256(('movie ' || n)::bytea), 'base64'), 22), '+/', '-_'), author.id
    from generate_series(1, ${entries}) n join numbered author on author.at = n % (select count(*) from numbered)`,
  ),
  `insert into movie_entries ("authorId", "clientId", "mediaId", message, "altText", zoom, "offsetX", "offsetY", likes, "publishedAt")
  select "ownerId", gen_random_uuid(), id, repeat('Kvällen. ', at % 12), '', 0, 0, 0, 5, now() - make_interval(mins => at)
  from (select *, (row_number() over (order by id))::int as at from media where kind = 'MOVIE') media order by at desc`,
  `insert into movie_likes ("entryId", "memberId", stands, "likedAt")
  select e.id, fan.id, true, now() from movie_entries e cross join generate_series(1, 5) step
  join numbered fan on fan.at = (e.id * 3 + step * 17) % (select count(*) from numbered)
  on conflict do nothing`,
]

export const fillFeed = (pool: pg.Pool, entries: number): Promise<void> =>
  fillTables(pool, createStatements(entries), 'media, movie_entries, movie_likes')
