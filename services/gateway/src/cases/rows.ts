import type { CaseRow } from '@app/contract/safety/cases'
import type { Database } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import { isClaimedByDecider } from '@app/server/policies/cases'
import { type RawBuilder, sql } from 'kysely'

type Viewer = { accountId: string; now: Date }

/**
 * Returns a SQL predicate that checks whether an admin holds `cases` now. An expired claim frees the case without a write.
 * A claim that `isClaimedByDecider` describes does not count.
 */
export const isHeld = (now: Date): RawBuilder<boolean> =>
  sql`(coalesce(cases."claimedUntil" > ${now}, false) and not ${isClaimedByDecider})`

/** Returns SQL for the columns of a CaseRow, to be completed by `joinNames`. */
export const rowColumns = ({ accountId, now }: Viewer): RawBuilder<CaseRow> => sql`
  cases.id, cases.version, case when cases.state = 'CLAIMED' and not ${isHeld(now)} then 'OPEN' else cases.state end as state,
  cases."subjectKind" as kind, cases.category, cases.severity, cases.source, author."userName" as author, cases.reports,
  cases."openedAt", cases."dueAt", case when ${isHeld(now)} then holder."userName" end as "heldBy",
  ${isHeld(now)} and cases."claimedBy" is not distinct from ${accountId}::bigint as "heldByMe",
  case when ${isHeld(now)} then cases."claimedUntil" end as "claimedUntil"`

export const joinNames: RawBuilder<unknown> = sql`
  left join members author on author.id = cases."authorId" left join members holder on holder.id = cases."claimedBy"`

/** Reads the row of a case. The caller has checked that the viewer may see it. */
export async function readRow(db: Database, id: string, viewer: Viewer): Promise<CaseRow> {
  const { rows } = await sql<CaseRow>`
    select ${rowColumns(viewer)} from cases ${joinNames} where cases.id = ${id}`.execute(db)
  if (!rows[0]) throw new AppError('NOT_FOUND')
  return rows[0]
}
