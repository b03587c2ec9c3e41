import { type Kysely, sql } from 'kysely'

export const outsideTransaction = true

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mails validate constraint mails_login_change`.execute(db)
  await sql`alter table mails validate constraint mails_kind_check`.execute(db)
}
