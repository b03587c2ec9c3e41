import { APPEAL_AIM_MS } from '@app/contract/limits'
import type { ConfirmDecision, Decided } from '@app/contract/safety/decisions'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { type CaseRecord, hasOtherModerator, lockCase, requireCase, requireModerator } from '@app/server/policies/cases'
import { answerNotices } from '@app/server/safety/mails'
import { appendToLog } from '@app/server/safety/team-log'
import { sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import { leaveEvents } from '../events/leaving.ts'
import { barMember } from './measures.ts'
import { notifyAuthor } from './notify-author.ts'
import { changeCase, type DecisionRecord, findNewestDecision, reopenCase } from './queries.ts'
import { acceptOpenAppeal, lockForUndo, undoDecision } from './undo.ts'

/** Returns the member whom a decision bans; null if it bans nobody. */
async function findBanned({ db }: MemberTx, decisionId: string): Promise<string | null> {
  const { rows } = await sql<{ memberId: string | null }>`
    select "memberId" from measures where "decisionId" = ${decisionId} and kind = 'BAN' and "endedAt" is null`.execute(
    db,
  )
  return rows[0]?.memberId ?? null
}

/** Makes a ban permanent: cancels the member's later events too, and bars their address and pictures. */
async function completeBan(tx: MemberTx, secret: string, { id, appealBy }: DecisionRecord): Promise<void> {
  const memberId = await findBanned(tx, id)
  if (!memberId) return
  await sql`update members set "heldUntil" = ${appealBy} where id = ${memberId} and "heldUntil" is not null`.execute(
    tx.db,
  )
  await leaveEvents(tx, memberId)
  await barMember(tx, secret, id, memberId)
}

const hasOpenAppeal = async ({ db }: MemberTx, decisionId: string): Promise<boolean> =>
  (await db
    .selectFrom('appeals')
    .select('decisionId')
    .where('decisionId', '=', decisionId)
    .where('outcome', 'is', null)
    .executeTakeFirst()) !== undefined

const hasOpenObjection = async ({ db }: MemberTx, caseId: string): Promise<boolean> =>
  (await db
    .selectFrom('reports')
    .select('id')
    .where('caseId', '=', caseId)
    .where('objectedAt', 'is not', null)
    .where('objectionAnsweredAt', 'is', null)
    .executeTakeFirst()) !== undefined

/**
 * Accepts the objections to a dismissal that the second admin has refused to confirm. The words of that admin are for the
 * team.
 */
const acceptObjections = ({ db, now }: MemberTx, caseId: string) =>
  sql`
    update reports set "objectionOutcome" = 'OVERTURNED', "objectionAnsweredAt" = ${now()}
    where "caseId" = ${caseId} and "objectedAt" is not null and "objectionAnsweredAt" is null`.execute(db)

type Confirmation = { record: CaseRecord; decision: DecisionRecord; words: string | undefined; secret: string }

async function confirm(tx: MemberTx, { record, decision, words, secret }: Confirmation): Promise<CaseRecord> {
  const { accountId } = tx.member
  await tx.db
    .updateTable('decisions')
    .set({ confirmedById: decision.byId === accountId ? null : accountId, confirmBy: null })
    .where('id', '=', decision.id)
    .execute()
  await completeBan(tx, secret, decision)
  const isContested = (await hasOpenAppeal(tx, decision.id)) || (await hasOpenObjection(tx, record.id))
  const dueAt = new Date(tx.now().getTime() + APPEAL_AIM_MS).toISOString()
  const changed = await changeCase(tx, record.id, isContested ? { state: 'APPEALED', dueAt } : { state: 'DECIDED' })
  await answerNotices(tx, { caseId: record.id, removed: decision.removes, wasRemoved: false })
  if (decision.kind === 'ACTED')
    await notifyAuthor(tx, { decisionId: decision.id, authorId: record.authorId, mail: 'DECISION' })
  await appendToLog(tx, {
    ...{ byId: accountId, act: 'CONFIRMED', caseId: record.id },
    about: { decisionId: decision.id, words: words || null },
  })
  return changed
}

async function refuse(tx: MemberTx, { record, decision, words }: Confirmation): Promise<CaseRecord> {
  await undoDecision(tx, decision.id)
  await acceptOpenAppeal(tx, decision.id, tx.member.accountId)
  await acceptObjections(tx, record.id)
  const changed = await reopenCase(tx, record)
  if (decision.kind === 'ACTED')
    await notifyAuthor(tx, { decisionId: decision.id, authorId: record.authorId, mail: 'APPEAL_DECIDED' })
  await appendToLog(tx, {
    ...{ byId: tx.member.accountId, act: 'BAN_LAPSED', caseId: record.id },
    about: { decisionId: decision.id, words: words || null },
  })
  return changed
}

/**
 * Throws FORBIDDEN for the admin who decided. If no other is left, the same admin may confirm once the time for it has
 * passed; a ban lapses then.
 */
async function requireSecondAdmin(tx: MemberTx, { id, byId, lapses, confirmBy }: DecisionRecord): Promise<void> {
  if (byId !== tx.member.accountId) return
  const hasWaited = confirmBy !== null && Date.parse(confirmBy) <= tx.now().getTime()
  if (lapses || !hasWaited || (await hasOtherModerator(tx.db, id))) throw new AppError('FORBIDDEN')
}

/**
 * Confirms a decision as the second admin, or refuses it, which undoes it and reopens the case. Throws FORBIDDEN for the
 * admin who decided, unless no other is left, and CONFLICT if the case has changed or the time for the confirmation has passed.
 */
export async function confirmDecision(
  ctx: MemberCtx,
  id: string,
  { version, confirmed, words }: ConfirmDecision,
): Promise<Decided> {
  await requireModerator(ctx.db, ctx.member)
  const { authorId } = await requireCase(ctx.db, id, ctx.member, ctx.now())
  return transact(ctx, async (tx) => {
    await requireModerator(tx.db, tx.member)
    const decision = await findNewestDecision(tx.db, id)
    if (!decision?.confirmBy) throw new AppError('CONFLICT')
    await requireSecondAdmin(tx, decision)
    await lockForUndo(tx, decision.id, authorId)
    const record = await lockCase(tx.db, id, tx.member, { now: tx.now(), states: ['SECOND_LOOK'], version })
    const current = await findNewestDecision(tx.db, id)
    const isLate = current?.lapses && current.confirmBy !== null && Date.parse(current.confirmBy) <= tx.now().getTime()
    if (current?.id !== decision.id || !current.confirmBy || isLate) throw new AppError('CONFLICT')
    const secret = ctx.config.sessionSecret
    const changed = await (confirmed ? confirm : refuse)(tx, { record, decision: current, words, secret })
    return { caseId: changed.id, decisionId: decision.id, version: changed.version, secondLook: false }
  })
}
