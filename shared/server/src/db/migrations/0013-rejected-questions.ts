import { type Kysely, sql } from 'kysely'

/** A question that was answered with no stands for a while, so that it is not asked again the next minute. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table verifications drop constraint verifications_state_check`.execute(db)
  await sql`
    alter table verifications
    add constraint verifications_state_check check (state in ('ASKED', 'REJECTED', 'CONFIRMED'))`.execute(db)
}
