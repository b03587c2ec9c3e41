import { type Kysely, sql } from 'kysely'

export const outsideTransaction = true

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table appeals validate constraint appeals_decided`.execute(db)
}
