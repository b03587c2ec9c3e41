import { CASE_HISTORY_MONTHS, TEAM_OF_ONE_WAIT_MS } from '@app/contract/limits'
import type { Case, CaseAction, CaseHistory } from '@app/contract/safety/cases'
import type { Statement } from '@app/contract/safety/decisions'
import { ReasonCode } from '@app/contract/safety/reasons'
import { addMonths } from '@app/contract/time/months'
import type { Database } from '@app/server/db/database'
import {
  type CaseRecord,
  countModerators,
  hasOtherModerator,
  hasOwnInterest,
  requireCase,
  requireModerator,
} from '@app/server/policies/cases'
import { TEAM_ID } from '@app/server/policies/team'
import { hashBarredAddress } from '@app/server/safety/mail-bars'
import {
  getAppealState,
  hasStatement,
  listActions,
  type StatementRow,
  selectStatements,
  toStatement,
} from '@app/server/safety/statements'
import { sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import { listCaseReports } from './reports.ts'
import { readRow } from './rows.ts'

type Viewer = {
  accountId: string
  duties: ReadonlySet<string>
  now: Date
  disputeAddress: string | null
  /** The key of the hashes of barred addresses. */
  secret: string
}

/** The fields of a case's newest decision that determine who may confirm it or answer an appeal. */
type LastDecision = {
  id: string
  byId: string | null
  confirmedById: string | null
  confirmBy: string | null
  lapses: boolean
  appealWords: string | null
  /** The time of the appeal, or of the newest objection to a dismissal. */
  appealAt: string | null
}

async function findLastDecision(db: Database, caseId: string): Promise<LastDecision | undefined> {
  const { rows } = await sql<LastDecision>`
    select d.id, d."byId", d."confirmedById", d."confirmBy", d.lapses, a.words as "appealWords",
      coalesce(a.at, (select max("objectedAt") from reports r where r."caseId" = d."caseId")) as "appealAt"
    from decisions d left join appeals a on a."decisionId" = d.id
    where d."caseId" = ${caseId} order by d.id desc limit 1`.execute(db)
  return rows[0]
}

const OPEN_STATES = sql`('OPEN', 'CLAIMED', 'ASKED', 'SECOND_LOOK')`

const listOpenCases = async (db: Database, { id, authorId }: CaseRecord, accountId: string) => {
  const { rows } = await sql<CaseHistory['openCases'][number]>`
    select cases.id, cases.category, cases."subjectKind" as kind from cases
    where cases."authorId" = ${authorId} and cases.id <> ${id} and cases.state in ${OPEN_STATES}
      and not ${hasOwnInterest(accountId)} order by cases.id`.execute(db)
  return rows
}

/** Returns a SQL predicate for the earlier decisions `d` of cases `c` about the same member that the caller may see. */
const isEarlierDecision = ({ id, authorId }: CaseRecord, accountId: string, since: Date) => sql`
  ${hasStatement} and c."authorId" = ${authorId} and c.id <> ${id} and d."decidedAt" > ${since}
    and exists (select from cases where cases.id = c.id and not ${hasOwnInterest(accountId)})`

const toHistoryEntry = (row: StatementRow): CaseHistory['decisions'][number] => ({
  id: row.id,
  caseId: row.caseId,
  decidedAt: row.decidedAt,
  reason: ReasonCode.parse(row.reason),
  actions: listActions(row),
  appeal: getAppealState(row),
})

/** A member counts as similar to a banned one if this many members have confirmed both. */
const SHARED_VERIFIERS_MIN = 2

type Signals = { barredAddress: boolean; bannedPicture: boolean; sameVerifiers: boolean }

/**
 * Returns a SQL predicate for bars and banned pictures `b` that have not expired and result from another member's ban.
 */
const isOthersBar = (authorId: string, now: Date) => sql`b.until > ${now} and not exists (
  select from measures where measures."decisionId" = b."decisionId" and measures."memberId" = ${authorId})`

/** Lists the signs that a member may have been banned under another account. */
async function listSignals(
  db: Database,
  { id, email }: { id: string; email: string },
  { now, secret }: Viewer,
): Promise<CaseHistory['signals']> {
  const { rows } = await sql<Signals>`
    select exists (
      select from mail_bars b where b."mailHash" = ${hashBarredAddress(secret, email)} and ${isOthersBar(id, now)}
    ) as "barredAddress", exists (
      select from media join banned_pictures b on b.sha256 = media."rawHash"
      where media."ownerId" = ${id} and ${isOthersBar(id, now)}
    ) as "bannedPicture", exists (
      select from measures join verifications banned on banned."memberId" = measures."memberId"
      join verifications own on own."verifierId" = banned."verifierId" and own."memberId" = ${id}
      where measures.kind = 'BAN' and measures."endedAt" is null and measures."memberId" <> ${id}
        and banned.state = 'CONFIRMED' and own.state = 'CONFIRMED'
      group by measures."memberId" having count(distinct own."verifierId") >= ${SHARED_VERIFIERS_MIN}
    ) as "sameVerifiers"`.execute(db)
  const found = rows[0]
  return [
    ...(found?.barredAddress ? (['BARRED_ADDRESS'] as const) : []),
    ...(found?.bannedPicture ? (['BANNED_PICTURE'] as const) : []),
    ...(found?.sameVerifiers ? (['SAME_VERIFIERS'] as const) : []),
  ]
}

/** Reads the history and the language of a case's author; null if there is none, or if the author is the team. */
async function readAuthor(
  db: Database,
  record: CaseRecord,
  viewer: Viewer,
): Promise<{ history: CaseHistory; language: Statement['language'] } | null> {
  const { authorId } = record
  const { accountId, now } = viewer
  if (authorId === null || authorId === TEAM_ID) return null
  const author = await db
    .selectFrom('members')
    .select(['id', 'email', 'registeredAt', 'language'])
    .where('id', '=', authorId)
    .executeTakeFirst()
  if (!author) return null
  const since = addMonths(now, -CASE_HISTORY_MONTHS)
  const earlier = await selectStatements(db, isEarlierDecision(record, accountId, since))
  const history = {
    registeredAt: author.registeredAt,
    openCases: await listOpenCases(db, record, accountId),
    decisions: earlier.map(toHistoryEntry),
    signals: await listSignals(db, author, viewer),
  }
  return { history, language: author.language }
}

type Situation = {
  record: CaseRecord
  decision: LastDecision | undefined
  /** Whether there is a moderator who neither made nor confirmed the decision and has no own interest in the case. */
  hasOther: boolean
  ownPart: Case['ownPart']
  hasReporter: boolean
  moderators: number
}

/** Lists the decisions that the holder of a claimed case can make. */
function listDecisions({ record, moderators }: Situation): CaseAction[] {
  const { authorId, subjectKind } = record
  if (subjectKind === 'NOTICE') return ['DISMISS', 'FIND']
  const hasMember = authorId !== null && authorId !== TEAM_ID
  return [
    'DISMISS',
    'REMOVE',
    ...(hasMember ? (['WARN', 'RESTRICT', 'SUSPEND'] as const) : []),
    ...(hasMember && moderators > 1 ? (['BAN'] as const) : []),
  ]
}

/** Lists the requests for information that the holder of a claimed case can make or approve. */
function listQuestions({ record, hasReporter }: Situation, accountId: string): CaseAction[] {
  const { subjectKind, wider, widerById } = record
  const canBeWider = subjectKind === 'CHAT_MESSAGE' && hasReporter && (wider === 'NONE' || wider === 'ASKED')
  return [
    ...(hasReporter ? (['ASK'] as const) : []),
    ...(canBeWider ? (['WIDER'] as const) : []),
    ...(wider === 'WANTED' && widerById !== accountId ? (['APPROVE'] as const) : []),
  ]
}

const isDecider = ({ byId, confirmedById }: LastDecision, accountId: string): boolean =>
  byId === accountId || confirmedById === accountId

/**
 * Returns the caller's part in the decision whose appeal or objection is open; null if they took no part. `answerFrom` is
 * the time from which they may answer it themselves; null if another moderator can.
 */
function getOwnPart(
  { record, decision, hasOther }: Pick<Situation, 'record' | 'decision' | 'hasOther'>,
  accountId: string,
): Case['ownPart'] {
  if (record.state !== 'APPEALED' || !decision || !isDecider(decision, accountId)) return null
  const answerFrom = new Date(Date.parse(decision.appealAt ?? '') + TEAM_OF_ONE_WAIT_MS)
  return {
    kind: decision.byId === accountId ? 'DECIDED' : 'CONFIRMED',
    answerFrom: hasOther ? null : answerFrom.toISOString(),
  }
}

/** Returns whether the caller may answer the appeal. Those who took part in the decision may only from `answerFrom`. */
const canAnswerAppeal = ({ ownPart }: Situation, { now }: Viewer): boolean =>
  !ownPart || (ownPart.answerFrom !== null && Date.parse(ownPart.answerFrom) <= now.getTime())

/**
 * Returns whether the caller may confirm the decision. The admin who made it may only after `confirmBy`, if no other
 * moderator can and the decision does not lapse at that time, as a ban does.
 */
function canConfirm({ decision, hasOther }: Situation, { accountId, now }: Viewer): boolean {
  if (!decision || !isDecider(decision, accountId)) return true
  return !hasOther && !decision.lapses && Date.parse(decision.confirmBy ?? '') <= now.getTime()
}

/** Lists the actions that the holder of a claimed case can take. */
function listHolderActions(situation: Situation, viewer: Viewer): CaseAction[] {
  const { record } = situation
  switch (record.state) {
    case 'CLAIMED':
      return [...listDecisions(situation), ...listQuestions(situation, viewer.accountId)]
    case 'SECOND_LOOK':
      return canConfirm(situation, viewer) ? ['CONFIRM'] : []
    case 'APPEALED':
      return canAnswerAppeal(situation, viewer) ? ['APPEAL'] : []
    default:
      return []
  }
}

/** Reads the internal notes of the decisions about a case, oldest first. */
async function listNotes(db: Database, caseId: string): Promise<Case['notes']> {
  const { rows } = await sql<Case['notes'][number]>`
    select d."decidedAt" as at, coalesce(m."userName", '–') as by, d.note as text
    from decisions d left join members m on m.id = d."byId"
    where d."caseId" = ${caseId} and d.note is not null and d.note <> '' order by d.id`.execute(db)
  return rows
}

async function readDecision(
  db: Database,
  decision: LastDecision | undefined,
  options: Parameters<typeof toStatement>[1],
): Promise<Case['decision']> {
  if (!decision) return null
  const [row] = await selectStatements(db, sql`d.id = ${decision.id} and ${hasStatement}`)
  return row ? toStatement(row, options) : null
}

/** Returns the location of the content that the first notice of a case reports: a URL or a description. */
async function findNoticeAddress(db: Database, caseId: string): Promise<string | null> {
  const report = await db
    .selectFrom('reports')
    .select('address')
    .where('caseId', '=', caseId)
    .where('address', 'is not', null)
    .orderBy('id')
    .executeTakeFirst()
  return report?.address ?? null
}

/** Finds the case that the reports of a closed case have joined, unless the caller has an interest of their own in it. */
async function findMergedInto(
  db: Database,
  { mergedInto }: CaseRecord,
  accountId: string,
): Promise<Case['mergedInto']> {
  if (mergedInto === null) return null
  const { rows } = await sql<{ id: string }>`
    select cases.id from cases where cases.id = ${mergedInto} and not ${hasOwnInterest(accountId)}`.execute(db)
  return rows[0]?.id ?? null
}

/** Assembles a case for an admin who may see it. */
export async function viewCase(db: Database, record: CaseRecord, viewer: Viewer): Promise<Case> {
  const { accountId, duties, now, disputeAddress } = viewer
  const { id } = record
  const row = await readRow(db, id, viewer)
  const reports = await listCaseReports(db, id, now)
  const decision = await findLastDecision(db, id)
  const moderators = await countModerators(db)
  const hasReporter = (await findAskable(db, id)) !== undefined
  const author = await readAuthor(db, record, viewer)
  const hasOther = decision === undefined || (await hasOtherModerator(db, decision.id))
  const ownPart = getOwnPart({ record, decision, hasOther }, accountId)
  const situation = { record, decision, hasOther, ownPart, hasReporter, moderators }
  return {
    row,
    subjectId: record.subjectId,
    parentId: record.parentId,
    reference: record.reference,
    reports,
    history: author?.history ?? null,
    language: author?.language ?? null,
    teamOfOne: moderators <= 1,
    decision: await readDecision(db, decision, { now, disputeAddress, moderators }),
    appealWords: decision?.appealWords ?? null,
    ownPart,
    question: record.state === 'ASKED' ? record.question : null,
    wider: record.wider,
    allowed: [
      ...(row.heldByMe && record.claimedBy === accountId ? listHolderActions(situation, viewer) : []),
      ...(duties.has('LEAD') ? (['HAND_OVER'] as const) : []),
    ],
    address: await findNoticeAddress(db, id),
    mergedInto: await findMergedInto(db, record, accountId),
    notes: await listNotes(db, id),
  }
}

/** Finds the first report of a case whose reporter can still be asked. */
export const findAskable = (db: Database, caseId: string) =>
  db
    .selectFrom('reports')
    .innerJoin('members', 'members.id', 'reports.reporterId')
    .select(['reports.id', 'members.id as reporterId'])
    .where('reports.caseId', '=', caseId)
    .where('members.deletedAt', 'is', null)
    .orderBy('reports.id')
    .executeTakeFirst()

/** Reads the duties of the caller, which determine the actions that a case allows; `db` may be a transaction. */
export async function readViewer(db: Database, { member, now, config }: MemberCtx): Promise<Viewer> {
  const { accountId } = member
  const rows = await db.selectFrom('team_duties').select('duty').where('memberId', '=', accountId).execute()
  const duties = new Set(rows.map(({ duty }) => duty))
  return { accountId, duties, now: now(), disputeAddress: config.disputeAddress, secret: config.sessionSecret }
}

/** Reads a case that the caller has claimed, or whose current state needs no claim. */
export async function readCase(ctx: MemberCtx, id: string): Promise<Case> {
  const { db, member } = ctx
  await requireModerator(db, member)
  const record = await requireCase(db, id, member, ctx.now())
  return viewCase(db, record, await readViewer(db, ctx))
}
