import { type Kysely, sql } from 'kysely'

/** Each statement commits on its own, so that it only briefly locks its table. */
export const outsideTransaction = true

/**
 * Stores how an objection was answered, and whether a case was first claimed after `dueAt`: an appeal, a reopened case and
 * a confirmation by a second admin move `dueAt` afterwards.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table reports add column if not exists "objectionOutcome" text,
      add column if not exists "objectionAnswer" text, add column if not exists "objectionAnsweredAt" timestamptz(3)`.execute(
    db,
  )
  await sql`alter table cases add column if not exists "lookedLate" boolean not null default false`.execute(db)
  await sql`
    alter table reports
      drop constraint if exists reports_objection_answer,
      add constraint reports_objection_answer check (
        ("objectionOutcome" is null or "objectionOutcome" in ('UPHELD', 'OVERTURNED'))
        and char_length("objectionAnswer") <= 1000
        and ("objectionOutcome" is null) = ("objectionAnsweredAt" is null)) not valid`.execute(db)
}
