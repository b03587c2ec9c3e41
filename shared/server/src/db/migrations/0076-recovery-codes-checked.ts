import { type Kysely, sql } from 'kysely'

export const outsideTransaction = true

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions validate constraint sessions_started_by`.execute(db)
}
