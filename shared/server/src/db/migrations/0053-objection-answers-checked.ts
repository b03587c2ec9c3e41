import { type Kysely, sql } from 'kysely'

export const outsideTransaction = true

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reports validate constraint reports_objection_answer`.execute(db)
}
