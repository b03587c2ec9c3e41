import { CASE_COUNT_MAX, DAY_MS, FIGURES_MIN } from '@app/contract/limits'
import type { CaseQueue, CaseRow, QueueCounts, QueueQuery, QueueView } from '@app/contract/safety/cases'
import type { Database } from '@app/server/db/database'
import { hasOwnInterest, requireModerator } from '@app/server/policies/cases'
import { type RawBuilder, sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import { isHeld, joinNames, rowColumns } from './rows.ts'

type Viewer = { accountId: string; now: Date }

/** The condition of each view. If a partial index lists the view, the condition names the states of that index. */
const VIEWS: Record<QueueView, (viewer: Viewer) => RawBuilder<boolean>> = {
  OPEN: () => sql`cases.state in ('OPEN', 'CLAIMED')`,
  MINE: ({ accountId, now }) => sql`cases."claimedBy" = ${accountId} and ${isHeld(now)}`,
  APPEALED: () => sql`cases.state = 'APPEALED'`,
  ASKED: () => sql`cases.state = 'ASKED'`,
  SECOND_LOOK: () =>
    sql`cases.state in ('OPEN', 'CLAIMED', 'SECOND_LOOK') and (cases.state = 'SECOND_LOOK' or cases.wider = 'WANTED')`,
  DONE: () => sql`cases.state in ('DECIDED', 'UPHELD', 'OVERTURNED', 'CLOSED') and cases."decidedAt" is not null`,
}

const isCritical = sql<boolean>`(cases.severity = 'CRITICAL')`

type Order = {
  order: RawBuilder<unknown>
  after: (cursor: string) => RawBuilder<boolean>
  cursor: (row: Row) => string
}

type Row = CaseRow & { decidedAt: string | null }

function parseCursor(cursor: string): { isCritical: boolean; time: Date; id: string } {
  const [urgency, time, id = ''] = cursor.split('.')
  return { isCritical: urgency === '0', time: new Date(Number(time)), id }
}

/** Critical cases first, then by due time. */
const BY_URGENCY: Order = {
  order: sql`${isCritical} desc, cases."dueAt", cases.id`,
  after(cursor) {
    const { isCritical: wasCritical, time, id } = parseCursor(cursor)
    const isLater = sql<boolean>`(cases."dueAt", cases.id) > (${time}, ${id}::bigint)`
    // NOTE: PostgreSQL turns `not` into `<>`, for which it does not use the index of the queue.
    return wasCritical ? sql`(not ${isCritical} or ${isLater})` : sql`(${isCritical} is false and ${isLater})`
  },
  cursor: ({ severity, dueAt, id }) => `${severity === 'CRITICAL' ? 0 : 1}.${Date.parse(dueAt)}.${id}`,
}

/** The newest decision first. */
const BY_DECISION: Order = {
  order: sql`cases."decidedAt" desc, cases.id desc`,
  after(cursor) {
    const { time, id } = parseCursor(cursor)
    return sql`(cases."decidedAt", cases.id) < (${time}, ${id}::bigint)`
  },
  cursor: ({ decidedAt, id }) => `1.${Date.parse(decidedAt ?? '')}.${id}`,
}

const getOrder = (view: QueueView): Order => (view === 'DONE' ? BY_DECISION : BY_URGENCY)

/** Selects the rows of a page, and one more that shows whether another page follows. */
export function selectPage(viewer: Viewer, { view, after, limit }: QueueQuery): RawBuilder<Row> {
  const { order, after: isAfter } = getOrder(view)
  return sql<Row>`
    select ${rowColumns(viewer)}, cases."decidedAt" from cases ${joinNames}
    where ${VIEWS[view](viewer)} and ${after ? isAfter(after) : sql`true`} and not ${hasOwnInterest(viewer.accountId)}
    order by ${order} limit ${limit + 1}`
}

async function listRows(db: Database, viewer: Viewer, query: QueueQuery) {
  const { rows } = await selectPage(viewer, query).execute(db)
  const { limit } = query
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next: last && rows.length > limit ? getOrder(query.view).cursor(last) : null }
}

/** The counted views that an index lists in their order. */
const INDEXED_VIEWS: ReadonlySet<QueueView> = new Set(['OPEN', 'APPEALED', 'ASKED', 'SECOND_LOOK'])

/**
 * Counts a view up to the maximum. The order of an indexed view makes PostgreSQL read that index; in any other view it
 * would read and sort all cases before it counts them.
 */
const countView = (view: QueueView, viewer: Viewer): RawBuilder<number> => sql`(
  select count(*)::int from (
    select from cases where ${VIEWS[view](viewer)} and not ${hasOwnInterest(viewer.accountId)}
    ${INDEXED_VIEWS.has(view) ? sql`order by ${getOrder(view).order}` : sql``} limit ${CASE_COUNT_MAX}
  ) counted)`

export const selectCounts = (viewer: Viewer): RawBuilder<QueueCounts> => sql<QueueCounts>`
  select ${countView('OPEN', viewer)} as open, ${countView('MINE', viewer)} as mine,
    ${countView('APPEALED', viewer)} as appealed, ${countView('ASKED', viewer)} as asked,
    ${countView('SECOND_LOOK', viewer)} as "secondLook"`

const PERIOD_MS = 30 * DAY_MS

/** Returns the share of the first looks of the last 30 days within their aim, in percent; null if there are too few. */
async function computeWithinAim(db: Database, now: Date): Promise<number | null> {
  const since = new Date(now.getTime() - PERIOD_MS)
  const { rows } = await sql<{ percent: number | null }>`
    select case when count(*) >= ${FIGURES_MIN}
      then round(100.0 * count(*) filter (where not "lookedLate") / count(*))::int end as percent
    from cases where "firstLookAt" > ${since}`.execute(db)
  return rows[0]?.percent ?? null
}

/** Reads a page of cases for a moderator, with the counts of all views except DONE. */
export async function readQueue({ db, member, now: readClock }: MemberCtx, query: QueueQuery): Promise<CaseQueue> {
  await requireModerator(db, member)
  const now = readClock()
  const viewer = { accountId: member.accountId, now }
  const [page, { rows: counts }, withinAim] = await Promise.all([
    listRows(db, viewer, query),
    selectCounts(viewer).execute(db),
    computeWithinAim(db, now),
  ])
  return { now: now.toISOString(), ...page, counts: counts[0] as QueueCounts, withinAim }
}
