import { createHash } from 'node:crypto'
import { BAN_CONFIRMATION_MS, EVIDENCE_RETENTION_MONTHS, STATEMENT_LINK_GRACE_MS } from '@app/contract/limits'
import type { Action, Decide, Decided } from '@app/contract/safety/decisions'
import { addMonths } from '@app/contract/time/months'
import { hashToken } from '@app/server/accounts/mail-tokens'
import type { DatabaseTransaction } from '@app/server/db/database'
import { type MemberTx, type Tx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { evidenceKey } from '@app/server/photos/photo-store'
import { type CaseRecord, lockCase, requireCase, requireModerator } from '@app/server/policies/cases'
import { TEAM_ID } from '@app/server/policies/team'
import { answerNotices } from '@app/server/safety/mails'
import { createStatementToken } from '@app/server/safety/statement-links'
import { computeAppealDeadline } from '@app/server/safety/statements'
import { appendToLog } from '@app/server/safety/team-log'
import { sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import { holdsAccount, imposeMeasures } from './measures.ts'
import { notifyAuthor, publishDecision } from './notify-author.ts'
import { findProvisional } from './provisional.ts'
import { changeCase, isSealed, isTeamOfOne, listReportIds, notifyReporters, readIntactHashes } from './queries.ts'
import { findTarget, lockTarget, removeContent } from './removal/index.ts'
import type { Target } from './removal/removal.ts'
import { undoDecision } from './undo.ts'

const hasAction = (actions: readonly Action[], ...kinds: Action['kind'][]): boolean =>
  actions.some(({ kind }) => kinds.includes(kind))

const isMeasure = ({ kind }: Action): boolean => kind !== 'DISMISS' && kind !== 'REMOVE'

const rejectActions = (): never => {
  throw new AppError('VALIDATION', { fields: [{ path: 'actions', problem: 'decision.actions' }] })
}

/**
 * Returns whether the copied pictures of the evidence still have their hashes, and marks damaged ones. Runs before the
 * transaction, so that no lock is held while the store is read.
 */
async function areFilesIntact({ db, photos, now }: MemberCtx, caseId: string): Promise<boolean> {
  const { rows } = await sql<{ key: string; sha256: Buffer }>`
    select f.key, f.sha256 from evidence_files f join evidence e on e.id = f."evidenceId"
    where e."caseId" = ${caseId} and f."copiedAt" is not null order by f.key`.execute(db)
  const damagedKeys: string[] = []
  for (const { key, sha256 } of rows) {
    const bytes = await photos.read(evidenceKey(key))
    if (!bytes || !createHash('sha256').update(bytes).digest().equals(sha256)) damagedKeys.push(key)
  }
  if (damagedKeys.length === 0) return true
  await sql`
    update evidence_files set "damagedAt" = ${now()} where key = any(${damagedKeys}::text[]) and "damagedAt" is null`.execute(
    db,
  )
  return false
}

/**
 * Throws FORBIDDEN for a measure without an author, and for one against the team or its admins, whose duties a lead can
 * revoke instead. The caller holds the author's lock, so that the author does not become an admin meanwhile.
 */
async function requireMeasurable(db: DatabaseTransaction, authorId: string | null): Promise<void> {
  const author =
    authorId === null || authorId === TEAM_ID
      ? undefined
      : await db.selectFrom('members').select('level').where('id', '=', authorId).executeTakeFirst()
  if (author?.level !== 'BASIC') throw new AppError('FORBIDDEN')
}

type NewDecision = {
  record: CaseRecord
  input: Decide
  evidence: Buffer[]
  confirmBy: Date | null
  secret: string
}

/** Stores a decision, with the hash of the token of its emailed link if it has an addressee. */
async function insertDecision(
  tx: MemberTx,
  { record, input, evidence, confirmBy, secret }: NewDecision,
): Promise<{ id: string; appealBy: Date }> {
  const { reason, facts, note, actions } = input
  const now = tx.now()
  const decidedAt = now.toISOString()
  const appealBy = computeAppealDeadline(now)
  const isDismissed = hasAction(actions, 'DISMISS')
  const { id } = await tx.db
    .insertInto('decisions')
    .values({
      ...{ caseId: record.id, byId: tx.member.accountId, reason, facts, note: note || null, evidence, decidedAt },
      kind: isDismissed ? 'DISMISSED' : 'ACTED',
      removes: hasAction(actions, 'REMOVE'),
      lapses: hasAction(actions, 'BAN'),
      confirmBy: confirmBy?.toISOString() ?? null,
      appealBy: isDismissed ? null : appealBy.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!isDismissed && record.authorId && record.authorId !== TEAM_ID)
    await tx.db
      .updateTable('decisions')
      .set({ tokenHash: hashToken(createStatementToken(secret, { id, decidedAt })) })
      .where('id', '=', id)
      .execute()
  return { id, appealBy }
}

/** Marks reports of the case as made in bad faith. Throws VALIDATION if one of them is not a report of this case. */
async function markAbusive({ db, now }: Tx, caseId: string, reportIds: readonly string[]): Promise<void> {
  if (reportIds.length === 0) return
  const known = new Set(await listReportIds(db, caseId))
  if (!reportIds.every((id) => known.has(id)))
    throw new AppError('VALIDATION', { fields: [{ path: 'abusive', problem: 'field.invalid' }] })
  await sql`
    update reports set abusive = true, "abusiveAt" = ${now()}
    where "caseId" = ${caseId} and id = any(${[...reportIds]}::bigint[]) and not abusive`.execute(db)
}

/** Extends the retention of the evidence of a decided case. */
const keepEvidence = ({ db }: Tx, caseId: string, purgeAt: Date) =>
  sql`update evidence set "purgeAt" = ${purgeAt} where "caseId" = ${caseId}`.execute(db)

/**
 * Ends the provisional hiding of the content of a case after a person has decided otherwise. Notifies the author only
 * that the content is back, never of a dismissal. The caller holds the locks of the content and of the case.
 */
async function endProvisional(tx: Tx, { id, authorId }: CaseRecord): Promise<void> {
  const provisional = await findProvisional(tx.db, id)
  if (!provisional) return
  await undoDecision(tx, provisional.decisionId)
  if (authorId) await publishDecision(tx, provisional.decisionId, authorId)
}

type Options = { record: CaseRecord; target: Target | null; input: Decide; secret: string }

async function storeDecision(
  tx: MemberTx,
  { record: { id: caseId }, target, input, secret }: Options,
): Promise<Decided> {
  const { actions, version, abusive = [] } = input
  const now = tx.now()
  const record = await lockCase(tx.db, caseId, tx.member, { now, states: ['CLAIMED'], version })
  const isDismissed = hasAction(actions, 'DISMISS')
  const evidence = await readIntactHashes(tx.db, caseId)
  // A case whose evidence is damaged can only be dismissed.
  if (!evidence && !isDismissed) throw new AppError('FORBIDDEN')
  const isAlone = await isTeamOfOne(tx.db)
  if (hasAction(actions, 'BAN') && isAlone) rejectActions()
  const needsSecondLook = !isAlone && (hasAction(actions, 'BAN') || (await isSealed(tx.db, caseId)))
  const confirmBy = needsSecondLook ? new Date(now.getTime() + BAN_CONFIRMATION_MS) : null
  const { id: decisionId, appealBy } = await insertDecision(tx, {
    ...{ record, input, evidence: evidence ?? [], confirmBy, secret },
  })
  const keepUntil = new Date(appealBy.getTime() + STATEMENT_LINK_GRACE_MS)
  if (hasAction(actions, 'REMOVE') && target) await removeContent(tx, target, { decisionId, keepUntil })
  else await endProvisional(tx, record)
  if (record.authorId) await imposeMeasures(tx, { decisionId, memberId: record.authorId, actions, confirmBy })
  await markAbusive(tx, caseId, abusive)
  const purgeAt = addMonths(now, EVIDENCE_RETENTION_MONTHS)
  const outcome = isDismissed ? 'NO_BREACH' : 'ACTED'
  const changed = await changeCase(tx, caseId, {
    ...{ state: needsSecondLook ? 'SECOND_LOOK' : 'DECIDED', outcome, reason: input.reason },
    ...{ removed: hasAction(actions, 'REMOVE'), decidedAt: now.toISOString(), purgeAt: purgeAt.toISOString() },
    ...(confirmBy && { dueAt: confirmBy.toISOString() }),
  })
  await keepEvidence(tx, caseId, purgeAt)
  await notifyReporters(tx, caseId, outcome)
  // A decision that needs a second look may still be undone; `confirmDecision` then answers.
  if (!needsSecondLook) await answerNotices(tx, { caseId, removed: hasAction(actions, 'REMOVE'), wasRemoved: false })
  if (!isDismissed) await notifyAuthor(tx, { decisionId, authorId: record.authorId, mail: 'DECISION' })
  await appendToLog(tx, {
    ...{ byId: tx.member.accountId, act: 'DECIDED', caseId },
    about: { decisionId, actions: actions.map(({ kind }) => kind), reason: input.reason, abusive: [...abusive] },
  })
  return { caseId, decisionId, version: changed.version, secondLook: needsSecondLook }
}

/**
 * Decides a case that the caller has claimed, in one transaction: hides the content, imposes the measures and notifies the
 * author and the reporters. Locks the author, the content, the case and the log, in this order. Throws CONFLICT if the
 * case has changed, VALIDATION for a removal in a case about a notice, a ban in a team of one, or a marked report of
 * another case, and FORBIDDEN for a measure that `requireMeasurable` rejects, and if the evidence is damaged.
 */
export async function decide(ctx: MemberCtx, id: string, input: Decide): Promise<Decided> {
  const { actions } = input
  await requireModerator(ctx.db, ctx.member)
  const record = await requireCase(ctx.db, id, ctx.member, ctx.now())
  if (hasAction(actions, 'REMOVE') && record.subjectKind === 'NOTICE') rejectActions()
  if (!hasAction(actions, 'DISMISS') && !(await areFilesIntact(ctx, id))) throw new AppError('FORBIDDEN')
  return transact(ctx, async (tx) => {
    await requireModerator(tx.db, tx.member)
    const target = hasAction(actions, 'REMOVE') ? await findTarget(tx.db, record) : null
    const holds = actions.some(({ kind }) => holdsAccount(kind))
    // Every other decision restores provisionally hidden content, so it also needs the locks for that.
    const hidden = target ?? (await findProvisional(tx.db, id))?.target ?? null
    await lockTarget(tx, { authorId: record.authorId, target: hidden, holds })
    if (actions.some(isMeasure)) await requireMeasurable(tx.db, record.authorId)
    return storeDecision(tx, { record, target, input, secret: ctx.config.sessionSecret })
  })
}
