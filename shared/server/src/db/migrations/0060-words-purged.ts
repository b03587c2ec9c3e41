import { type Kysely, sql } from 'kysely'

/** Each statement commits on its own, so that it only briefly locks its table. */
export const outsideTransaction = true

/**
 * Permits purging the texts of a decision and an appeal before their codes. `wordsPurgedAt` is the time at which those of
 * a case were purged. The trigger that compares the admins who decide and answer no longer fires for this purge, since
 * the team may have grown by then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table cases add column if not exists "wordsPurgedAt" timestamptz(3)`.execute(db)
  await sql`alter table decisions alter column facts drop not null`.execute(db)
  await sql`alter table appeals alter column words drop not null`.execute(db)
  await sql`
    create or replace trigger appeals_other before insert or update of "byId", "decidedAt" on appeals for each row
    execute function require_other_for_appeal()`.execute(db)
}
