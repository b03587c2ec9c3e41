import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../online-changes.ts'

/** Each statement commits on its own, so that it only briefly locks its table. */
export const outsideTransaction = true

/** Adds saved searches, and for each member the time since which search can find them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table if not exists saved_searches (
      id bigint generated always as identity primary key,
      "memberId" bigint not null references members on delete cascade,
      name text not null check (char_length(name) between 1 and 40),
      filter jsonb not null,
      "inDigest" boolean not null,
      "openedAt" timestamptz(3) not null
    )`.execute(db)
  await buildIndex(db, 'saved_searches_names', {
    definition: sql`on saved_searches ("memberId", lower(name))`,
    unique: true,
  })
  for (const table of ['search_profiles', 'search_cities'] as const) {
    // Existing rows get the old time without being rewritten; only later ones get the current time.
    await sql`
      alter table ${sql.table(table)}
        add column if not exists "findableSince" timestamptz(3) not null default 'epoch'`.execute(db)
    await sql`alter table ${sql.table(table)} alter column "findableSince" set default now()`.execute(db)
  }
  await buildIndex(db, 'search_profiles_findable', { definition: sql`on search_profiles (kind, "findableSince")` })
  await buildIndex(db, 'search_cities_findable', { definition: sql`on search_cities (city, kind, "findableSince")` })
}
