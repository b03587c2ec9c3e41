import type { CaseRow } from '@app/contract/safety/cases'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import {
  computeClaimEnd,
  hasOwnInterest,
  isClaimedByDecider,
  lockCase,
  requireModerator,
} from '@app/server/policies/cases'
import { notifyCase } from '@app/server/safety/cases'
import { appendToLog } from '@app/server/safety/team-log'
import { type RawBuilder, sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import { readRow } from './rows.ts'

type ClaimedCase = Pick<CaseRow, 'id' | 'version' | 'severity'> & { isNew: boolean }

/**
 * Claims the most urgent case that a condition selects, or renews the caller's claim, in one statement. Returns null if
 * there is none. A new claim increments the case's version.
 */
async function claimFirst(
  { db, member, now }: MemberTx,
  condition: RawBuilder<unknown>,
  lockClause: RawBuilder<unknown>,
): Promise<ClaimedCase | null> {
  const time = now()
  const me = sql`${member.accountId}::bigint`
  const { rows } = await sql<ClaimedCase>`
    with chosen as (
      select id, "claimedBy" is distinct from ${me} or "claimedUntil" is null or "claimedUntil" <= ${time} as "isNew"
      from cases where ${condition} and not ${hasOwnInterest(member.accountId)}
      order by (severity = 'CRITICAL') desc, "dueAt", id limit 1 ${lockClause}
    )
    update cases set "claimedBy" = ${me}, "claimedUntil" = ${computeClaimEnd(time)},
      "firstLookAt" = coalesce(cases."firstLookAt", ${time}),
      "lookedLate" = case when cases."firstLookAt" is null then ${time} > cases."dueAt" else cases."lookedLate" end,
      state = case cases.state when 'OPEN' then 'CLAIMED' else cases.state end,
      version = cases.version + chosen."isNew"::int
    from chosen where cases.id = chosen.id
    returning cases.id, cases.version, cases.severity, chosen."isNew"`.execute(db)
  return rows[0] ?? null
}

async function finishClaim(tx: MemberTx, claimed: ClaimedCase): Promise<CaseRow> {
  const { accountId } = tx.member
  if (claimed.isNew) {
    notifyCase(tx, claimed)
    await appendToLog(tx, { byId: accountId, act: 'CLAIMED', caseId: claimed.id, about: {} })
  }
  return readRow(tx.db, claimed.id, { accountId, now: tx.now() })
}

/** Throws NOT_FOUND, CLAIMED or CONFLICT, depending on why the case cannot be claimed. */
async function rejectClaim({ db, member, now }: MemberTx, id: string): Promise<never> {
  const { rows } = await sql<{ isClaimed: boolean }>`
    select coalesce("claimedUntil" > ${now()}, false) as "isClaimed" from cases
    where id = ${id} and not ${hasOwnInterest(member.accountId)}`.execute(db)
  if (!rows[0]) throw new AppError('NOT_FOUND')
  throw new AppError(rows[0].isClaimed ? 'CLAIMED' : 'CONFLICT')
}

/** Claims a case inside a transaction that has already taken all its other locks except that of the team log. */
export async function claimInTransaction(tx: MemberTx, id: string): Promise<CaseRow> {
  const isFree = sql`(cases."claimedUntil" is null or cases."claimedUntil" <= ${tx.now()}
    or cases."claimedBy" = ${tx.member.accountId} or ${isClaimedByDecider})`
  const claimed = await claimFirst(
    tx,
    sql`cases.id = ${id} and cases.state in ('OPEN', 'CLAIMED', 'SECOND_LOOK', 'APPEALED') and ${isFree}`,
    sql`for update of cases`,
  )
  return claimed ? finishClaim(tx, claimed) : rejectClaim(tx, id)
}

/**
 * Claims a case, or renews the caller's claim. Throws CLAIMED while another admin has it, and CONFLICT if its current
 * state needs no action.
 */
export const claimCase = (ctx: MemberCtx, id: string): Promise<CaseRow> =>
  transact(ctx, async (tx) => {
    await requireModerator(tx.db, tx.member)
    return claimInTransaction(tx, id)
  })

/** Claims the most urgent free case. Concurrent callers get different cases. Throws NOT_FOUND if there is none. */
export const claimNext = (ctx: MemberCtx): Promise<CaseRow> =>
  transact(ctx, async (tx) => {
    await requireModerator(tx.db, tx.member)
    const claimed = await claimFirst(
      tx,
      sql`cases.state in ('OPEN', 'CLAIMED') and (cases."claimedUntil" is null or cases."claimedUntil" <= ${tx.now()})
        and (cases.wider <> 'WANTED' or cases."widerById" is distinct from ${tx.member.accountId}::bigint)`,
      sql`for update of cases skip locked`,
    )
    if (!claimed) throw new AppError('NOT_FOUND')
    return finishClaim(tx, claimed)
  })

/** Releases a case that the caller has claimed. */
export const releaseCase = (ctx: MemberCtx, id: string): Promise<void> =>
  transact(ctx, async (tx) => {
    await requireModerator(tx.db, tx.member)
    await lockCase(tx.db, id, tx.member, { now: tx.now() })
    const { rows } = await sql<Pick<CaseRow, 'id' | 'version' | 'severity'>>`
      update cases set "claimedBy" = null, "claimedUntil" = null, version = version + 1,
        state = case state when 'CLAIMED' then 'OPEN' else state end
      where id = ${id} returning id, version, severity`.execute(tx.db)
    for (const released of rows) notifyCase(tx, released)
    await appendToLog(tx, { byId: tx.member.accountId, act: 'RELEASED', caseId: id, about: {} })
  })
