import { type Kysely, sql } from 'kysely'

export const outsideTransaction = true

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions validate constraint sessions_started_by`.execute(db)
  await sql`alter table mail_tokens validate constraint mail_tokens_purpose_check`.execute(db)
  await sql`alter table mails validate constraint mails_kind_check`.execute(db)
}
