import { APPEAL_AIM_MS, TEAM_OF_ONE_WAIT_MS } from '@app/contract/limits'
import type { Appeal, DecideAppeal, Decided } from '@app/contract/safety/decisions'
import { findViolatedConstraint } from '@app/server/db/database'
import { type MemberTx, type Tx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { type CaseRecord, hasOtherModerator, lockCase, requireCase, requireModerator } from '@app/server/policies/cases'
import { getNetwork } from '@app/server/process/network'
import { answerNotices } from '@app/server/safety/mails'
import { computeAppealBy, type StatementRow, selectStatements } from '@app/server/safety/statements'
import { appendToLog } from '@app/server/safety/team-log'
import { sql } from 'kysely'
import type { GatewayCtx, MemberCtx } from '../context.ts'
import { KEPT_DURING_APPEAL_MS, restoreSharedBars } from './measures.ts'
import { notifyAuthor } from './notify-author.ts'
import {
  changeCase,
  type DecisionRecord,
  findCaseRecord,
  findNewestDecision,
  notifyReporters,
  reopenCase,
} from './queries.ts'
import { keepPictures } from './removal/pictures.ts'
import { requireOwnStatement, requireStatementByToken } from './statements.ts'
import { lockForUndo, undoDecision } from './undo.ts'

/**
 * Extends the retention of everything that an overturned decision would restore, even if another gateway with a fast
 * clock has already ended it. Must precede the lock of the case.
 */
async function keepForAppeal(tx: Tx, { id, authorId }: StatementRow): Promise<void> {
  const until = new Date(tx.now().getTime() + KEPT_DURING_APPEAL_MS)
  await sql`
    update members set "heldUntil" = greatest("heldUntil", ${until})
    where id = ${authorId} and "deletedAt" is not null and exists (
      select from measures where "decisionId" = ${id} and kind = 'BAN' and "endedAt" is null)`.execute(tx.db)
  await keepPictures(tx, id, until)
}

/**
 * Stores an appeal. The case becomes APPEALED, unless its decision still waits for confirmation; then the case stays
 * unchanged, so that the author cannot end the claim of the admin who confirms. Throws CONFLICT for a second appeal, and
 * once the period for appeals is over.
 */
async function storeAppeal(tx: Tx, statement: StatementRow, words: string): Promise<void> {
  await keepForAppeal(tx, statement)
  await sql`select from cases where id = ${statement.caseId} for update`.execute(tx.db)
  const record = await findCaseRecord(tx.db, statement.caseId)
  const [current] = await selectStatements(tx.db, sql`d.id = ${statement.id}`)
  if (!record || !current || !computeAppealBy(current, tx.now())) throw new AppError('CONFLICT')
  try {
    await tx.db.insertInto('appeals').values({ decisionId: statement.id, words, at: tx.now().toISOString() }).execute()
  } catch (error) {
    if (findViolatedConstraint(error) === 'appeals_pkey') throw new AppError('CONFLICT')
    throw error
  }
  if (record.state === 'SECOND_LOOK') return
  const dueAt = new Date(tx.now().getTime() + APPEAL_AIM_MS).toISOString()
  await changeCase(tx, record.id, { state: 'APPEALED', dueAt })
}

/** Appeals a decision about the caller; another admin then answers the appeal. */
export async function appeal(ctx: MemberCtx, decisionId: string, { words }: Appeal): Promise<void> {
  await ctx.limits.take('appeals', ctx.member.accountId)
  await transact(ctx, async (tx) => {
    await storeAppeal(tx, await requireOwnStatement(tx.db, tx.member.accountId, decisionId), words)
  })
}

/** Appeals a decision through the emailed link to its statement. Throws INVALID_TOKEN if the link is not valid. */
export async function appealByToken(
  ctx: GatewayCtx,
  token: string,
  { words }: Appeal,
  ipAddress: string,
): Promise<void> {
  await ctx.limits.take('statementsPerNetwork', getNetwork(ipAddress))
  await transact(ctx, async (tx) => {
    await storeAppeal(tx, await requireStatementByToken(tx.db, token, tx.now()), words)
  })
}

type AppealRecord = { at: string; outcome: 'UPHELD' | 'OVERTURNED' | null }

const findAppeal = ({ db }: Tx, decisionId: string): Promise<AppealRecord | undefined> =>
  db.selectFrom('appeals').select(['at', 'outcome']).where('decisionId', '=', decisionId).executeTakeFirst()

/**
 * Throws FORBIDDEN for an admin who made or confirmed the decision. If nobody else is left who could answer, they may after
 * a day.
 */
async function requireOtherAdmin(
  tx: MemberTx,
  { id, byId, confirmedById }: DecisionRecord,
  at: string | undefined,
): Promise<void> {
  const { accountId } = tx.member
  if (byId !== accountId && confirmedById !== accountId) return
  const hasWaited = at !== undefined && Date.parse(at) + TEAM_OF_ONE_WAIT_MS <= tx.now().getTime()
  if (!hasWaited || (await hasOtherModerator(tx.db, id))) throw new AppError('FORBIDDEN')
}

type Answer = { record: CaseRecord; decision: DecisionRecord; input: DecideAppeal; secret: string }

/** Answers the author's appeal: the decision stands, or it is undone. */
async function answerAppeal(
  tx: MemberTx,
  { record, decision, input: { outcome, words }, secret }: Answer,
): Promise<CaseRecord> {
  await tx.db
    .updateTable('appeals')
    .set({ outcome, answer: words, byId: tx.member.accountId, decidedAt: tx.now().toISOString() })
    .where('decisionId', '=', decision.id)
    .execute()
  if (outcome === 'OVERTURNED') {
    await undoDecision(tx, decision.id)
    await restoreSharedBars(tx, secret)
    await notifyReporters(tx, record.id, 'OVERTURNED')
    await answerNotices(tx, { caseId: record.id, removed: false, wasRemoved: decision.removes })
  }
  const changed = await changeCase(tx, record.id, {
    state: outcome,
    ...(outcome === 'OVERTURNED' && { outcome, removed: false }),
  })
  await notifyAuthor(tx, { decisionId: decision.id, authorId: record.authorId, mail: 'APPEAL_DECIDED' })
  return changed
}

/** Answers the reporters' objections to a dismissal: it stands, or the case has to be decided again. */
async function answerObjections(tx: MemberTx, { record, input: { outcome, words } }: Answer): Promise<CaseRecord> {
  const { rows } = await sql<{ id: string; reporterId: string | null }>`
    update reports set "objectionOutcome" = ${outcome}, "objectionAnswer" = ${words}, "objectionAnsweredAt" = ${tx.now()}
    where "caseId" = ${record.id} and "objectedAt" is not null and "objectionAnsweredAt" is null
    returning id, "reporterId"`.execute(tx.db)
  if (outcome === 'OVERTURNED') return reopenCase(tx, record)
  for (const { id, reporterId } of rows)
    if (reporterId) tx.notify([reporterId], { type: 'report:changed', id, state: 'NO_BREACH' })
  return changeCase(tx, record.id, { state: 'UPHELD' })
}

/** Finds the time of the newest objection to the decision of a case. */
async function findObjectionTime({ db }: Tx, caseId: string): Promise<string | undefined> {
  const { rows } = await sql<{ at: string | null }>`
    select max("objectedAt") as at from reports where "caseId" = ${caseId}`.execute(db)
  return rows[0]?.at ?? undefined
}

/**
 * Answers the appeal against a decision, or the objections to a dismissal, in one transaction with all its effects.
 * Throws NOT_FOUND for an unknown decision or if the caller has an interest of their own in the case, CLAIMED while
 * another admin has the case, CONFLICT without a claim, after a change, or if nothing awaits an answer, and FORBIDDEN if
 * `requireOtherAdmin` rejects the caller.
 */
export async function decideAppeal(ctx: MemberCtx, decisionId: string, input: DecideAppeal): Promise<Decided> {
  await requireModerator(ctx.db, ctx.member)
  const decided = await ctx.db.selectFrom('decisions').select('caseId').where('id', '=', decisionId).executeTakeFirst()
  if (!decided) throw new AppError('NOT_FOUND')
  const { id: caseId, authorId } = await requireCase(ctx.db, decided.caseId, ctx.member, ctx.now())
  return transact(ctx, async (tx) => {
    await requireModerator(tx.db, tx.member)
    await lockForUndo(tx, decisionId, authorId)
    const requirements = { now: tx.now(), states: ['APPEALED'] as const, version: input.version }
    const record = await lockCase(tx.db, caseId, tx.member, requirements)
    const decision = await findNewestDecision(tx.db, caseId)
    if (decision?.id !== decisionId) throw new AppError('CONFLICT')
    const isAppeal = decision.kind === 'ACTED'
    const waiting = isAppeal ? await findAppeal(tx, decisionId) : undefined
    if (isAppeal && (!waiting || waiting.outcome !== null)) throw new AppError('CONFLICT')
    await requireOtherAdmin(tx, decision, waiting?.at ?? (await findObjectionTime(tx, caseId)))
    const changed = await (isAppeal ? answerAppeal : answerObjections)(tx, {
      ...{ record, decision, input },
      secret: ctx.config.sessionSecret,
    })
    await appendToLog(tx, {
      ...{ byId: tx.member.accountId, act: 'APPEAL_DECIDED', caseId },
      about: { decisionId, outcome: input.outcome },
    })
    return { caseId: changed.id, decisionId, version: changed.version, secondLook: false }
  })
}
