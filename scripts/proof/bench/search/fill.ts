import { CITIES } from '@app/contract/members/cities'
import { createDatabase } from '@app/server/db/database'
import { refreshSearchRows } from '@app/server/members/search-rows'
import type pg from 'pg'
import { INSERT_PROFILE_PHOTOS } from '../pictures.ts'

/** A name consists of three of these syllables and a unique number. */
export const SYLLABLES =
  'ba ber da dal ek fri ga gun ha hol il jo ka kar la lin ma mor na nor os pe ra ros sa sten ta tor va vik'.split(' ')

const BATCH = 20_000

/** Inserts members of a realistic community, mostly in large cities and mostly active recently. */
const MEMBERS = `
  insert into members (email, "emailKey", "userName", "nameKey", "nameSearch", "passwordHash", cities, description, badges,
    "presenceOff", "registeredAt", "lastActiveAt", "profilePhotoId")
  select name, name, initcap(name), name, name, 'none', cities, repeat('Vi ses vid vattnet. ', 1 + n % 8),
    case when random() < 0.2 then '{VERIFIED}'::text[] else '{}' end, random() < 0.1,
    now() - make_interval(days => 400 + n % 2000), now() - make_interval(secs => power(random(), 4) * 400 * 86400),
    case when random() < 0.7 then lpad(n::text, 22, 'p') end
  from generate_series($1::int, $2::int) n
  cross join lateral (
    select string_agg(($3::text[])[1 + floor(random() * cardinality($3::text[]))::int], '') || ' ' || n as name
    from generate_series(1, 3) where n > 0
  ) names
  cross join lateral (
    select array_agg(distinct ($4::text[])[1 + floor(power(random(), 3) * cardinality($4::text[]))::int]) as cities
    from generate_series(1, 1 + floor(random() * 3.6)::int) where n > 0
  ) residence`

/** Inserts the persons of these members: more men than women, and many couples. */
const PERSONS = `
  insert into persons ("memberId", ordinal, sex, "yearOfBirth", orientation)
  select m.id, ordinal,
    case when m.couple and chance < 0.85 then case ordinal when 1 then 'MALE' else 'FEMALE' end
      when chance < 0.66 then 'MALE' when chance < 0.94 then 'FEMALE' else 'NON_BINARY' end,
    1955 + floor((random() + random()) * 23)::int,
    ('{HETERO,HETERO,HETERO,BI,BI_CURIOUS,HOMO,SECRET}'::text[])[1 + floor(random() * 7)::int]
  from (select id, id % 100 < 35 as couple, random() as chance from members where id > $1) m
  cross join generate_series(1, case when m.couple then 2 else 1 end) as ordinal`

/** Inserts one or two ads for every third member. */
const ADS = `
  insert into ads ("authorId", "clientId", kind, title, content, "publishedAt")
  select m.id, gen_random_uuid(), case when count(*) > 1 then 'COUPLE' else min(sex) end, 'Sällskap till badet',
    repeat('Kaffe på stenarna. ', 1 + m.id::int % 20), now() - make_interval(mins => m.id::int % 500000)
  from members m join persons on "memberId" = m.id cross join generate_series(1, 1 + m.id % 2) ad
  where m.id > $1 and m.id % 3 = 0 group by m.id, ad`

/** Inserts members that search can find. Returns the highest id of the members before them. */
async function insertSearchableMembers(pool: pg.Pool, count: number): Promise<string> {
  const client = await pool.connect()
  try {
    // `profilePhotoId` refers to media rows that are inserted afterwards, so foreign keys are not checked.
    await client.query('set session_replication_role = replica; set statement_timeout = 0')
    const { rows } = await client.query<{ id: string }>('select coalesce(max(id), 0) as id from members')
    const lastId = Number(rows[0]?.id)
    await client.query(MEMBERS, [lastId + 1, lastId + count, SYLLABLES, CITIES])
    await client.query(PERSONS, [lastId])
    await client.query(INSERT_PROFILE_PHOTOS)
    await client.query(ADS, [lastId])
    return String(lastId)
  } finally {
    client.release(true)
  }
}

/** Inserts members until search finds the given number of them, and refreshes the search rows. */
export async function growMembersTo(pool: pg.Pool, size: number): Promise<void> {
  const searchable = await pool.query<{ n: string }>('select count(*) as n from search_profiles')
  const lastId = await insertSearchableMembers(pool, size - Number(searchable.rows[0]?.n))
  const { rows } = await pool.query<{ id: string }>('select id from members where id > $1 order by id', [lastId])
  const db = createDatabase(pool)
  for (let from = 0; from < rows.length; from += BATCH) {
    const ids = rows.slice(from, from + BATCH).map(({ id }) => id)
    await db.transaction().execute((tx) => refreshSearchRows(tx, ...ids))
  }
  for (const table of ['members', 'persons', 'media', 'ads', 'search_profiles', 'search_cities'])
    await pool.query(`vacuum (analyze, freeze) ${table}`)
}

/** Makes each caller ignore some of the members that a search returns first, and write notes about others. */
export async function insertIgnoresAndNotes(pool: pg.Pool, callerIds: string[]): Promise<void> {
  const newest = (from: number) => `
    unnest($1::bigint[]) caller cross join (
      select "memberId" as id, row_number() over (order by "lastActiveAt" desc, "memberId") as ordinal
      from search_profiles order by "lastActiveAt" desc, "memberId" limit 400) found
    where ordinal % 20 = ${from} and id <> caller on conflict do nothing`
  await pool.query(
    `insert into ignores ("ignorerId", "ignoredId", "lastActiveThen") select caller, id, now() from ${newest(0)}`,
    [callerIds],
  )
  await pool.query(
    `insert into profile_notes ("writerId", "aboutId", notes) select caller, id, 'Skrattar gott.' from ${newest(1)}`,
    [callerIds],
  )
}
