import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../online-changes.ts'

/** Each statement commits on its own, so that it only briefly locks its table. */
export const outsideTransaction = true

/**
 * Stores which admin asked for more messages of a chat, which one approved, when the team was alerted about a case, and
 * when a file of evidence was found to be damaged. `widerById` and `widerApprovedById` are ids of accounts without
 * foreign keys: a case outlives the account of an admin.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table cases add column if not exists "widerById" bigint, add column if not exists "widerApprovedById" bigint,
      add column if not exists "alertedAt" timestamptz(3)`.execute(db)
  await sql`alter table evidence_files add column if not exists "damagedAt" timestamptz(3)`.execute(db)
  await buildIndex(db, 'cases_done', {
    definition: sql`on cases ("decidedAt" desc, id desc) where state in ('DECIDED', 'UPHELD', 'OVERTURNED', 'CLOSED')`,
  })
  await buildIndex(db, 'cases_first_look', {
    definition: sql`on cases ("firstLookAt") where "firstLookAt" is not null`,
  })
}
