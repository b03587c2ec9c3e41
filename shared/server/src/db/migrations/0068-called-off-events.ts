import { type Kysely, sql } from 'kysely'

/**
 * Keeps a called-off event as it was, so that later changes do not reach a member to whom it looks canceled. No release
 * has written to the table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table event_call_offs
      add column "calledOffAt" timestamptz(3),
      add column "answeredAt" timestamptz(3),
      add column turn bigint,
      add column "waitingPlace" integer,
      add column title text,
      add column description text,
      add column place text,
      add column "eventTime" timestamptz(3),
      add column "paidEvent" boolean,
      add column capacity integer,
      add column "participantsShownTo" text,
      add column sequence integer,
      add constraint event_call_offs_snapshot check (
        num_nulls("calledOffAt", title, description, place, "eventTime", "paidEvent", "participantsShownTo", sequence) = 0) not valid`.execute(
    db,
  )
}
