import { type Kysely, sql } from 'kysely'
import { buildIndex, changeInBatches } from '../online-changes.ts'

/** Each statement commits on its own, so that it only briefly locks its table. */
export const outsideTransaction = true

/**
 * Stores the name that a blocker had when the block began, which is the last one that the blocked member saw. A trigger
 * stores it, also for gateways of the previous release; the block of a pair holds the lock of the blocker's row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ignores add column if not exists "blockerName" text,
      add column if not exists "blockerNameKey" text`.execute(db)
  await sql`
    create or replace function store_blocker_name() returns trigger language plpgsql as $$
    begin
      select "userName", "nameKey" into new."blockerName", new."blockerNameKey" from members where id = new."ignorerId";
      return new;
    end $$`.execute(db)
  await sql`
    create or replace trigger ignores_name_new before insert on ignores for each row
    when (new.kind = 'BLOCK') execute function store_blocker_name()`.execute(db)
  await sql`
    create or replace trigger ignores_name_changed before update of kind on ignores for each row
    when (new.kind = 'BLOCK' and old.kind <> 'BLOCK') execute function store_blocker_name()`.execute(db)
  // Finds the names that are no longer needed.
  await buildIndex(db, 'ignores_named', { definition: sql`on ignores ("blockedAt") where "blockerName" is not null` })
  // A blocked member no longer sees the name of a blocker after 30 days.
  await changeInBatches(
    db,
    sql`
      update ignores set "blockerName" = unnamed."userName", "blockerNameKey" = unnamed."nameKey"
      from (
        select "ignorerId", "ignoredId", "userName", "nameKey" from ignores join members on members.id = "ignorerId"
        where kind = 'BLOCK' and "blockerName" is null and "blockedAt" > now() - interval '30 days' limit 1000) unnamed
      where ignores."ignorerId" = unnamed."ignorerId" and ignores."ignoredId" = unnamed."ignoredId"`,
  )
}
