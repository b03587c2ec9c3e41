import { type Kysely, sql } from 'kysely'

/** Each statement commits on its own, so that it only briefly locks its table. */
export const outsideTransaction = true

/** Stores the version before which a loaded page of a group may show members who are hidden since, or hide visible ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table groups add column if not exists "reloadVersion" integer not null default 0`.execute(db)
  await sql`alter table group_members add column if not exists "reloadVersion" integer not null default 0`.execute(db)
}
