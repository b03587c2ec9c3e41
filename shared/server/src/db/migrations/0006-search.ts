import { type Kysely, sql } from 'kysely'

const CRITERIA = sql.raw(`"p1Orientation", "p1Year", "p2Orientation", "p2Year", "hasPhoto", verified`)

export async function up(db: Kysely<unknown>): Promise<void> {
  // The members that a search by filter can find. `kind` encodes the sexes of the persons. A couple's persons are
  // sorted by sex, so each combination has one value. Members with a secret sex have no row; secret orientations are
  // null. Rows are updated in the same transaction as their member.
  const columns = sql.raw(`
    kind smallint not null,
    "p1Year" smallint not null,
    "p2Year" smallint,
    "p1Orientation" text,
    "p2Orientation" text,
    "hasPhoto" boolean not null,
    verified boolean not null,
    "lastActiveAt" timestamptz(3) not null`)
  await sql`
    create table search_profiles (
      "memberId" bigint primary key references members on delete cascade,
      ${columns}
    ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)`.execute(db)
  await sql`
    create index search_profiles_newest on search_profiles (kind, "lastActiveAt" desc, "memberId" desc)
    include (${CRITERIA})`.execute(db)
  await sql`
    create index search_profiles_years on search_profiles (kind, "p1Year", "p2Year")
    include ("p1Orientation", "p2Orientation", "hasPhoto", verified, "lastActiveAt", "memberId")`.execute(db)

  // The same rows, once per city of the member.
  await sql`
    create table search_cities (
      city text not null,
      "memberId" bigint not null references members on delete cascade,
      ${columns},
      primary key ("memberId", city)
    ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)`.execute(db)
  await sql`
    create index search_cities_newest on search_cities (city, kind, "lastActiveAt" desc, "memberId" desc)
    include (${CRITERIA})`.execute(db)
  await sql`
    create index search_cities_years on search_cities (city, kind, "p1Year", "p2Year")
    include ("p1Orientation", "p2Orientation", "hasPhoto", verified, "lastActiveAt", "memberId")`.execute(db)
}
