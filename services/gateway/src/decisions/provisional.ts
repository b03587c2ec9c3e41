import { DISTRUST_PERIOD_MS, PROVISIONAL_HIDING_MS, STATEMENT_LINK_GRACE_MS } from '@app/contract/limits'
import type { Category } from '@app/contract/safety/categories'
import type { ReasonCode } from '@app/contract/safety/reasons'
import { SEVERITIES } from '@app/contract/safety/report-rules'
import type { Text } from '@app/contract/text/language'
import { hashToken } from '@app/server/accounts/mail-tokens'
import type { Database } from '@app/server/db/database'
import type { Tx } from '@app/server/delivery/transact'
import type { CaseRecord } from '@app/server/policies/cases'
import { TEAM_ID } from '@app/server/policies/team'
import { areRelated, isTrusted } from '@app/server/policies/trust'
import { createStatementToken } from '@app/server/safety/statement-links'
import { appendToLog } from '@app/server/safety/team-log'
import { type RawBuilder, sql } from 'kysely'
import { notifyAuthor } from './notify-author.ts'
import { findCaseRecord, readIntactHashes, touchCase } from './queries.ts'
import { findTarget, lockTarget, removeContent } from './removal/index.ts'
import type { Target } from './removal/removal.ts'

const CRITICAL = Object.entries(SEVERITIES).flatMap(([category, severity]) => (severity === 'CRITICAL' ? category : []))

/** The reason that the automated decision gives for each critical category. */
const REASONS: Partial<Record<Category, ReasonCode>> = {
  THREAT: 'TERMS_THREAT',
  MINOR: 'TERMS_AGE',
  INTIMATE_IMAGE: 'TERMS_OTHERS',
  COERCION: 'TERMS_COERCION',
}

const FACTS: Text = {
  sv: 'Flera medlemmar har anmält det som akut. Det döljs i högst två dygn medan en människa granskar det.',
  en: 'Several members reported it as urgent. It is hidden for up to two days while a person reviews it.',
}

/** The kinds of content that can be hidden before a person decides: those of one member outside chats and groups. */
const HIDEABLE: ReadonlySet<Target['kind']> = new Set(['PICTURE', 'MOVIE_ENTRY', 'AD', 'NEWS_COMMENT'])

/** A SQL predicate for cases with new reports that may require hiding their content. It must match a partial index. */
const mayHide = sql`cases.severity = 'CRITICAL' and cases."subjectKind" in ('PHOTO', 'MOVIE_ENTRY', 'AD', 'NEWS_COMMENT')
  and cases.state in ('OPEN', 'CLAIMED', 'ASKED') and cases.reports > 1
  and cases."hidingCheckedReports" < cases.reports`

/** Selects the cases after an id that have to be checked for provisional hiding. */
export const selectUnchecked = (limit: number, after: string): RawBuilder<{ id: string }> =>
  sql`select id from cases where ${mayHide} and id > ${after} order by id limit ${limit}`

/** Returns whether two trusted members who do not know each other reported the content as critical. */
async function isCorroborated(db: Database, caseId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    with trusted as materialized (
      select members.id from reports r join members on members.id = r."reporterId"
      where r."caseId" = ${caseId} and r.category = any(${CRITICAL}::text[]) and ${isTrusted(now)})
    select from trusted one join trusted other on one.id < other.id
    where not ${areRelated('one.id', 'other.id')} limit 1`.execute(db)
  return rows.length > 0
}

/** Returns whether the team, or this rule, has decided about the same content recently. */
async function isDecidedRecently(db: Database, record: CaseRecord, now: Date): Promise<boolean> {
  const { subjectKind, subjectId, authorId } = record
  // The condition contains the author because no other index contains decided cases.
  const { rows } = await sql`
    select from cases c join decisions d on d."caseId" = c.id
    where c."authorId" = ${authorId} and c."subjectKind" = ${subjectKind} and c."subjectId" = ${subjectId}
      and d."decidedAt" > ${new Date(now.getTime() - DISTRUST_PERIOD_MS)} limit 1`.execute(db)
  return rows.length > 0
}

async function isHidden(db: Database, { kind, contentId }: Target): Promise<boolean> {
  const { rows } = await sql`
    select from removals where kind = ${kind} and "contentId" = ${contentId} and "restoredAt" is null limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Stores the decision that hides content until `until`. It is automated and cannot be appealed. */
async function insertAutomatedDecision(
  { db, now }: Tx,
  { id: caseId, category, authorId }: CaseRecord,
  { evidence, until, secret }: { evidence: Buffer[]; until: Date; secret: string },
): Promise<string> {
  const decidedAt = now().toISOString()
  const author = await db.selectFrom('members').select('language').where('id', '=', authorId).executeTakeFirst()
  const { id } = await db
    .insertInto('decisions')
    .values({
      ...{ caseId, byId: null, automated: true, kind: 'ACTED', removes: true, evidence, decidedAt },
      reason: REASONS[category as Category] ?? 'TERMS_OTHERS',
      facts: author?.language === 'ENGLISH' ? FACTS.en : FACTS.sv,
      appealBy: until.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('decisions')
    .set({ tokenHash: hashToken(createStatementToken(secret, { id, decidedAt })) })
    .where('id', '=', id)
    .execute()
  return id
}

/** Hides the content of a case if the rule allows it. The caller holds the lock of the case. */
async function hide(tx: Tx, record: CaseRecord, target: Target, secret: string): Promise<void> {
  const now = tx.now()
  const { id: caseId, authorId } = record
  if (await isHidden(tx.db, target)) return
  if (await isDecidedRecently(tx.db, record, now)) return
  if (!(await isCorroborated(tx.db, caseId, now))) return
  const evidence = await readIntactHashes(tx.db, caseId)
  if (!evidence) return
  const until = new Date(now.getTime() + PROVISIONAL_HIDING_MS)
  const decisionId = await insertAutomatedDecision(tx, record, { evidence, until, secret })
  const keepUntil = new Date(until.getTime() + STATEMENT_LINK_GRACE_MS)
  if (!(await removeContent(tx, target, { decisionId, keepUntil, hideUntil: until }))) {
    await tx.db.deleteFrom('decisions').where('id', '=', decisionId).execute()
    return
  }
  await touchCase(tx, caseId)
  await notifyAuthor(tx, { decisionId, authorId, mail: 'DECISION' })
  const about = {
    decisionId,
    actions: ['REMOVE'],
    reason: REASONS[record.category as Category] ?? null,
    automated: true,
  }
  await appendToLog(tx, { byId: null, act: 'DECIDED', caseId, about })
}

/**
 * Hides the content of a case for two days at most if two trusted strangers reported it as critical. The case keeps its
 * state: a person still decides. Does nothing if no report is new since the last check. Locks the author, the content,
 * the case and the log, in this order.
 */
export async function hideProvisionally(tx: Tx, caseId: string, secret: string): Promise<void> {
  const seen = await findCaseRecord(tx.db, caseId)
  if (!seen) return
  const target = await findTarget(tx.db, seen)
  const isHideable = target !== null && HIDEABLE.has(target.kind) && seen.authorId !== null && seen.authorId !== TEAM_ID
  // Most checks end here, without the locks of the author and the content.
  const isCandidate = isHideable && (await isCorroborated(tx.db, caseId, tx.now()))
  if (isCandidate) await lockTarget(tx, { authorId: seen.authorId, target, holds: false })
  const { rows } = await sql<CaseRecord>`
    update cases set "hidingCheckedReports" = ${isCandidate ? sql`reports` : seen.reports}
    where id = ${caseId} and ${mayHide} returning *`.execute(tx.db)
  if (rows[0] && isCandidate) await hide(tx, rows[0], target, secret)
}

/** Finds the automated decision that hides the content of a case now. */
export async function findProvisional(
  db: Database,
  caseId: string,
): Promise<{ decisionId: string; target: Target } | null> {
  const { rows } = await sql<{ decisionId: string } & Target>`
    select r."decisionId", r.kind, r."contentId", r."parentId", r."authorId"
    from decisions d join removals r on r."decisionId" = d.id
    where d."caseId" = ${caseId} and d.automated and r."restoredAt" is null and r.until is not null limit 1`.execute(db)
  if (!rows[0]) return null
  const { decisionId, ...target } = rows[0]
  return { decisionId, target }
}
