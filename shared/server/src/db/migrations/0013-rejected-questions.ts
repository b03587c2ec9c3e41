import { type Kysely, sql } from 'kysely'

/** Keeps a rejected request for verification for a while, so that it cannot be repeated immediately. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table verifications drop constraint verifications_state_check`.execute(db)
  await sql`
    alter table verifications
    add constraint verifications_state_check check (state in ('ASKED', 'REJECTED', 'CONFIRMED'))`.execute(db)
}
