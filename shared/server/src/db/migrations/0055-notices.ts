import { type Kysely, sql } from 'kysely'

/** Each statement commits on its own, so that it only briefly locks its table. */
export const outsideTransaction = true

/** Adds notices by persons without an account: reports with the URL of the content and without a reporter. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table reports add column if not exists address text, add column if not exists "noticeName" text,
      add column if not exists "noticeEmail" text`.execute(db)
  await sql`
    alter table reports drop constraint if exists reports_notice,
      add constraint reports_notice check (char_length(address) <= 2000 and char_length("noticeName") <= 100
        and char_length("noticeEmail") <= 254
        and (address is not null or ("noticeName" is null and "noticeEmail" is null))) not valid`.execute(db)
}
