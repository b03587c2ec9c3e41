import { type Kysely, sql } from 'kysely'

/**
 * Keeps a called-off event as it was, so that later changes do not reach a member to whom it looks canceled. No release
 * has written to the table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table event_call_offs
      add column "calledOffAt" timestamptz(3) not null,
      add column "answeredAt" timestamptz(3),
      add column turn bigint,
      add column "waitingPlace" integer,
      add column title text not null,
      add column description text not null,
      add column place text not null,
      add column "eventTime" timestamptz(3) not null,
      add column "paidEvent" boolean not null,
      add column capacity integer,
      add column "participantsShownTo" text not null,
      add column sequence integer not null`.execute(db)
}
