import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../online-changes.ts'

/** Each statement commits on its own, so that it only briefly locks its table. */
export const outsideTransaction = true

/** Adds the number of reports with which a case was last checked for provisional hiding, and an index of cases to check. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table cases add column if not exists "hidingCheckedReports" integer not null default 0`.execute(db)
  await buildIndex(db, 'cases_hiding', {
    definition: sql`on cases (id)
      where severity = 'CRITICAL' and "subjectKind" in ('PHOTO', 'MOVIE_ENTRY', 'AD', 'NEWS_COMMENT')
        and state in ('OPEN', 'CLAIMED', 'ASKED') and reports > 1 and "hidingCheckedReports" < reports`,
  })
}
