import { type Kysely, sql } from 'kysely'

/** Allows an accepted appeal without an admin: nobody answers it if its decision lapses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table appeals drop constraint appeals_decided,
      add constraint appeals_decided check (
        (outcome is null) = ("decidedAt" is null)
        and (outcome is not null or "byId" is null) and (outcome is distinct from 'UPHELD' or "byId" is not null)) not valid`.execute(
    db,
  )
}
