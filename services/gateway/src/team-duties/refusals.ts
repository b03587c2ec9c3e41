import { HOUR_MS } from '@app/contract/limits'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { hasOwnInterest, requireModerator } from '@app/server/policies/cases'
import { appendToLog, lockLog } from '@app/server/safety/team-log'
import { type RawBuilder, sql } from 'kysely'
import type { MemberCtx } from '../context.ts'

type Reason = 'OWN_INTEREST' | 'OWN_DECISION'

/** Returns a SQL predicate that checks whether this admin made or confirmed the decision that another one has to review. */
const isOwnDecision = (accountId: string) => sql`cases.state in ('SECOND_LOOK', 'APPEALED') and exists (
  select from decisions d where (d."byId" = ${accountId} or d."confirmedById" = ${accountId})
    and d.id = (select max(id) from decisions newest where newest."caseId" = cases.id))`

/** Appends a refusal to the team log, at most once an hour for each admin and case. */
async function storeRefusal(tx: MemberTx, isCase: RawBuilder<unknown>, reason: Reason): Promise<void> {
  const { accountId } = tx.member
  await requireModerator(tx.db, tx.member)
  await lockLog(tx.db)
  const isOwn = reason === 'OWN_INTEREST' ? hasOwnInterest(accountId) : isOwnDecision(accountId)
  const { rows } = await sql<{ id: string }>`
    select cases.id from cases where ${isCase} and ${isOwn} and not exists (
      select from team_log l where l."caseId" = cases.id and l.act = 'REFUSED' and l."byId" = ${accountId}
        and l.at > ${new Date(tx.now().getTime() - HOUR_MS)})`.execute(tx.db)
  for (const { id } of rows) await appendToLog(tx, { byId: accountId, act: 'REFUSED', caseId: id, about: { reason } })
}

const REASONS: Partial<Record<string, Reason>> = { NOT_FOUND: 'OWN_INTEREST', FORBIDDEN: 'OWN_DECISION' }

type Work<Result> = { ctx: MemberCtx; isCase: RawBuilder<unknown>; work: () => Promise<Result> }

async function logRefusal<Result>({ ctx, isCase, work }: Work<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const reason = error instanceof AppError ? REASONS[error.code] : undefined
    if (reason)
      await transact(ctx, (tx) => storeRefusal(tx, isCase, reason)).catch((failure: unknown) => {
        if (!(failure instanceof AppError)) throw failure
      })
    throw error
  }
}

type CaseRequest = { ctx: MemberCtx; params: { id: string } }

/**
 * Handles a request about a case. Records the refusal in the team log if the admin has an interest of their own in it, or
 * made or confirmed the decision that another admin has to review.
 */
export const handleCaseRequest = <Result>({ ctx, params }: CaseRequest, work: () => Promise<Result>): Promise<Result> =>
  logRefusal({ ctx, isCase: sql`cases.id = ${params.id}`, work })

/** Handles a request about a decision in the same way as `handleCaseRequest`. */
export const handleDecisionRequest = <Result>(
  { ctx, params }: CaseRequest,
  work: () => Promise<Result>,
): Promise<Result> =>
  logRefusal({ ctx, isCase: sql`cases.id = (select "caseId" from decisions where id = ${params.id})`, work })
