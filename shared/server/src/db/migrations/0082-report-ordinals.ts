import { type Kysely, sql } from 'kysely'
import { changeInBatches } from '../online-changes.ts'

export const outsideTransaction = true

/**
 * Numbers the reports of each case in the order in which they joined it, so that a report that joins from another case
 * changes the number of none. A trigger assigns the number, also for gateways of the previous release; a transaction that
 * adds a report holds the lock of the case.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reports add column if not exists ordinal integer not null default 0`.execute(db)
  // Reports that are not numbered yet are counted, so that they can get the numbers before this one.
  await sql`
    create or replace function number_report() returns trigger language plpgsql as $$
    begin
      select greatest(max(ordinal), count(*)) + 1 into new.ordinal from reports where "caseId" = new."caseId";
      return new;
    end $$`.execute(db)
  await sql`
    create or replace trigger reports_number_new before insert on reports for each row
    execute function number_report()`.execute(db)
  await sql`
    create or replace trigger reports_number_moved before update of "caseId" on reports for each row
    when (new."caseId" <> old."caseId") execute function number_report()`.execute(db)
  await changeInBatches(
    db,
    sql`
      update reports set ordinal = numbered.ordinal
      from (
        select id, row_number() over (partition by "caseId" order by id) as ordinal from reports
        where ordinal = 0 and "caseId" in (select distinct "caseId" from reports where ordinal = 0 limit 500)) numbered
      where reports.id = numbered.id`,
  )
}
