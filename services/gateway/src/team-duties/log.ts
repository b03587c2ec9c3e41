import type { LogEntry, LogQuery, TeamLog } from '@app/contract/safety/team'
import { requireDuty } from '@app/server/policies/duties'
import { findBrokenEntry } from '@app/server/safety/team-log'
import type { MemberCtx } from '../context.ts'
import { listLogRows } from './queries.ts'

type Row = Awaited<ReturnType<typeof listLogRows>>[number]

/**
 * Returns what an entry is about, such as `Vera: LEAD, PUBLISH`; an empty string if it names nothing. The content may
 * have any form, since the log also lists entries that were tampered with.
 */
function describeAbout({ act, about, targetName }: Row): string {
  const { name, after } = (about ?? {}) as { name?: unknown; after?: unknown }
  if (act === 'DUTIES_CHANGED') return `${targetName ?? '–'}: ${(Array.isArray(after) && after.join(', ')) || '–'}`
  return typeof name === 'string' ? name : ''
}

const toEntry = (row: Row): LogEntry => {
  const { id, at, by, act, caseId } = row
  return { id, at, by, act, caseId, about: describeAbout(row) }
}

/** Reads a page of the team log and verifies its hashes. */
export async function readLog(ctx: MemberCtx, query: LogQuery): Promise<TeamLog> {
  await requireDuty(ctx.db, ctx.member, ['LEAD'], { passkey: true })
  const rows = await listLogRows(ctx.db, query)
  const includesFirstEntry = rows.length <= query.limit
  const brokenId = findBrokenEntry(rows.toReversed(), includesFirstEntry ? null : undefined)
  return { entries: rows.slice(0, query.limit).map(toEntry), intact: brokenId === null }
}
