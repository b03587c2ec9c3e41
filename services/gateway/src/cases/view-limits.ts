import { DAY_MS, EVIDENCE_VIEWS_PER_DAY, EVIDENCE_VIEWS_PER_HOUR, HOUR_MS } from '@app/contract/limits'
import type { MemberTx } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { appendToLog, lockLog } from '@app/server/safety/team-log'
import { sql } from 'kysely'

const LIMITS = [
  { max: EVIDENCE_VIEWS_PER_HOUR, windowMs: HOUR_MS },
  { max: EVIDENCE_VIEWS_PER_DAY, windowMs: DAY_MS },
]

/** Returns how long the caller has to wait before reading more evidence, in seconds; null if no wait is needed. */
async function computeWait({ db, member, now }: MemberTx): Promise<number | null> {
  const { rows } = await sql<{ at: string }>`
    select at from team_log
    where "byId" = ${member.accountId} and act in ('EVIDENCE_READ', 'FILE_READ')
      and at > ${new Date(now().getTime() - DAY_MS)}
    order by at desc limit ${EVIDENCE_VIEWS_PER_DAY}`.execute(db)
  const waits = LIMITS.flatMap(({ max, windowMs }) => {
    const oldest = rows[max - 1]
    return oldest ? [Date.parse(oldest.at) + windowMs - now().getTime()] : []
  })
  const waitMs = Math.max(0, ...waits)
  return waitMs > 0 ? Math.ceil(waitMs / 1_000) : null
}

/** Emails all leads about an admin who has reached a limit. */
async function insertLimitMails({ db, now, enqueue }: MemberTx, entryId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into mails (kind, address, language, "memberId", "aboutId", "createdAt", "nextAttemptAt")
    select 'VIEW_LIMIT', lead.email, lead.language, lead.id, ${entryId}, ${now()}, ${now()}
    from members lead join team_duties on team_duties."memberId" = lead.id and duty = 'LEAD'
    where lead.level = 'ADMIN' and lead."deletedAt" is null
    order by lead.id returning id`.execute(db)
  for (const { id: mailId } of rows) enqueue({ name: 'mail:send', payload: { mailId } })
}

/** Logs that the caller has reached a limit, and informs the leads, at most once an hour. */
async function logLimit(tx: MemberTx): Promise<void> {
  const { accountId } = tx.member
  const { rows } = await sql`
    select from team_log where "byId" = ${accountId} and act = 'LIMIT_REACHED'
      and at > ${new Date(tx.now().getTime() - HOUR_MS)} limit 1`.execute(tx.db)
  if (rows.length > 0) return
  await insertLimitMails(tx, await appendToLog(tx, { byId: accountId, act: 'LIMIT_REACHED', about: {} }))
}

/**
 * Checks the limits on reading evidence against the team log. It takes the lock of the log first, so that concurrent
 * requests to several gateways do not exceed the limits. Returns an error instead of throwing it, so that the log's entry
 * about a reached limit is committed.
 */
export async function checkViewLimits(tx: MemberTx): Promise<AppError | null> {
  await lockLog(tx.db)
  const retryAfter = await computeWait(tx)
  if (retryAfter === null) return null
  await logLimit(tx)
  return new AppError('TOO_MANY_REQUESTS', { retryAfter })
}

/** Returns the result of a committed transaction; throws it if it is an error. */
export function unwrap<Result>(result: Result | AppError): Result {
  if (result instanceof AppError) throw result
  return result
}
