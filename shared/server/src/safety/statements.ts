import { APPEAL_MONTHS, STATEMENT_LINK_GRACE_MS, WARNING_MONTHS } from '@app/contract/limits'
import type { AppealState, Scope, Statement, StatementAction } from '@app/contract/safety/decisions'
import { REASONS } from '@app/contract/safety/reason-texts'
import { ReasonCode } from '@app/contract/safety/reasons'
import type { CaseSubjectKind } from '@app/contract/safety/subjects'
import { addMonths } from '@app/contract/time/months'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { formatInstant } from '../db/format-instant.ts'
import { isDecidedByWholeTeam } from '../policies/cases.ts'

type MeasureRow = {
  kind: 'WARN' | 'CONTACT' | 'POST' | 'UPLOAD' | 'SUSPEND' | 'BAN'
  until: string | null
  endedAt: string | null
}

/** A decision with the content of its statement. */
export type StatementRow = {
  id: string
  caseId: string
  authorId: string | null
  userName: string
  language: Statement['language']
  decidedAt: string
  kind: CaseSubjectKind
  subjectId: string
  parentId: string | null
  excerpt: string | null
  /** The key of the picture's copy; null without one, and for sealed evidence. */
  pictureKey: string | null
  pictureHash: Buffer | null
  reason: string
  /** Null once the words of the case are purged. */
  facts: string | null
  source: Statement['source']
  automated: boolean
  /** Whether the decision hides the content. */
  removes: boolean
  removedNow: boolean
  /** The time by which a second admin has to confirm the decision; null if no confirmation is pending. */
  confirmBy: string | null
  /** Whether the decision is undone if nobody has confirmed it by then. */
  lapses: boolean
  readAt: string | null
  undoneAt: string | null
  appealBy: string | null
  measures: MeasureRow[]
  appealAt: string | null
  appealWords: string | null
  outcome: 'UPHELD' | 'OVERTURNED' | null
  answer: string | null
  decidedByAll: boolean
}

/**
 * A SQL predicate that checks whether the decision `d` has a statement: it hid content or imposed a measure. A member
 * never learns that a case about them was dismissed.
 */
export const hasStatement = sql<boolean>`d.kind = 'ACTED'`

/**
 * A SQL predicate that checks whether the statement of the decision `d` is shown above everything else until it is
 * read.
 */
const mustBeRead = sql<boolean>`(${hasStatement} and d."readAt" is null and d."undoneAt" is null and not d.automated)`

/** SQL for the number of statements that the member in the row of `members` has to read. */
export const unreadDecisionsColumn = sql<number>`(
  select count(*)::int from cases c join decisions d on d."caseId" = c.id
  where c."authorId" = members.id and ${mustBeRead})`

/** SQL for the number of posts, photos and other content of the member in the row of `members` that decisions hide. */
export const removedContentColumn = sql<number>`(
  select count(*)::int from removals r where r."authorId" = members.id and r."restoredAt" is null)`

/** SQL for the ends of the current restrictions of the member in the row of `members`, by scope; null without any. */
export const restrictionsColumn = sql<Partial<Record<Scope, string>> | null>`(
  select json_object_agg(kind, until) from (
    select kind, ${sql.raw(formatInstant('max(until)'))} as until from measures
    where "memberId" = members.id and "endedAt" is null and until > now() and kind in ('CONTACT', 'POST', 'UPLOAD')
    group by kind) s)`

/** Counts the statements that a member has to read, and their content that decisions hide. */
export async function countForMember(db: Database, memberId: string): Promise<{ unread: number; removed: number }> {
  const row = await db
    .selectFrom('members')
    .select([unreadDecisionsColumn.as('unread'), removedContentColumn.as('removed')])
    .where('id', '=', memberId)
    .executeTakeFirst()
  return row ?? { unread: 0, removed: 0 }
}

/** Reads the decisions `d` of the cases `c` that match a condition, newest first. */
export async function selectStatements(
  db: Database,
  condition: RawBuilder<unknown>,
  limit: number | null = null,
): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select d.id, d."caseId", c."authorId", coalesce(m."userName", '') as "userName",
      coalesce(m.language, 'SWEDISH') as language, d."decidedAt", c."subjectKind" as kind, c."subjectId", c."parentId",
      nullif(concat_ws(e'\n\n', frozen.content->'subject'->>'title', frozen.content->'subject'->>'text'), '') as excerpt,
      picture.key as "pictureKey", picture.sha256 as "pictureHash",
      d.reason, d.facts, c.source, d.automated, d.removes,
      exists (select from removals r where r."decisionId" = d.id and r."restoredAt" is null) as "removedNow",
      d."confirmBy", d.lapses, d."readAt", d."undoneAt", d."appealBy",
      coalesce((
        select json_agg(json_build_object('kind', s.kind, 'until', ${sql.raw(formatInstant('s.until'))},
          'endedAt', ${sql.raw(formatInstant('s."endedAt"'))}) order by s.id)
        from measures s where s."decisionId" = d.id), '[]') as measures,
      a.at as "appealAt", a.words as "appealWords", a.outcome, a.answer, ${isDecidedByWholeTeam} as "decidedByAll"
    from decisions d join cases c on c.id = d."caseId"
    left join members m on m.id = c."authorId"
    left join appeals a on a."decisionId" = d.id
    left join lateral (
      select e.id, e.content from evidence e where e."caseId" = c.id order by e.id limit 1) frozen on true
    left join lateral (
      select f.key, f.sha256 from evidence e join evidence_files f on f."evidenceId" = e.id
      where e."caseId" = c.id and not e.sealed and f."copiedAt" is not null
        and f."mediaId" = e.content->'subject'->'media'->>0
      order by e.id limit 1) picture on true
    where ${condition} order by d.id desc limit ${limit}`.execute(db)
  return rows
}

const SCOPES: ReadonlySet<string> = new Set<Scope>(['CONTACT', 'POST', 'UPLOAD'])
const isScope = (kind: string): kind is Scope => SCOPES.has(kind)

/** Lists the actions of a decision; the restrictions are one action with several scopes. */
export function listActions(row: StatementRow): StatementAction[] {
  const { measures, removes, removedNow, undoneAt, decidedAt, automated, appealBy } = row
  // An automated decision cannot be appealed; its `appealBy` is the end of the hiding.
  const removedUntil = automated ? appealBy : null

  const restrictions = measures.filter(({ kind }) => isScope(kind))
  const [restriction] = restrictions
  const scopes = restrictions.map(({ kind }) => kind).filter(isScope)
  return [
    ...(removes
      ? [{ kind: 'REMOVE' as const, scopes: [], until: removedUntil, endedAt: removedNow ? null : (undoneAt ?? null) }]
      : []),
    ...(restriction
      ? [{ kind: 'RESTRICT' as const, scopes, until: restriction.until, endedAt: restriction.endedAt }]
      : []),
    ...measures.flatMap(({ kind, until, endedAt }) =>
      isScope(kind)
        ? []
        : [{ kind, scopes: [], until: kind === 'WARN' ? computeWarningEnd(decidedAt) : until, endedAt }],
    ),
  ]
}

const computeWarningEnd = (decidedAt: string): string => addMonths(new Date(decidedAt), WARNING_MONTHS).toISOString()

/** Returns the state of the appeal against a decision; null without one. */
export const getAppealState = ({ appealAt, outcome }: StatementRow): AppealState | null =>
  appealAt === null ? null : (outcome ?? 'SENT')

/**
 * Returns the end of the period in which a decision can be appealed; null if it is automated, was appealed or undone, or
 * if the period is over.
 */
export function computeAppealBy({ appealBy, appealAt, automated, undoneAt }: StatementRow, now: Date): string | null {
  if (!appealBy || automated || appealAt || undoneAt || Date.parse(appealBy) <= now.getTime()) return null
  return appealBy
}

/** Returns the time until which the emailed link opens a statement; null if the decision has no link. */
export const computeLinkEnd = ({ appealBy }: Pick<StatementRow, 'appealBy'>): Date | null =>
  appealBy === null ? null : new Date(Date.parse(appealBy) + STATEMENT_LINK_GRACE_MS)

/** Returns the end of the period in which a decision made now can be appealed. */
export const computeAppealDeadline = (now: Date): Date => addMonths(now, APPEAL_MONTHS)

type Options = { now: Date; disputeAddress: string | null; moderators: number }

/** Converts a row to the statement that its addressee reads. */
export function toStatement(row: StatementRow, { now, disputeAddress, moderators }: Options): Statement {
  const reason = ReasonCode.parse(row.reason)
  return {
    id: row.id,
    number: row.caseId,
    userName: row.userName,
    decidedAt: row.decidedAt,
    kind: row.kind,
    subjectId: row.subjectId,
    parentId: row.parentId,
    excerpt: row.excerpt,
    hasPicture: row.pictureKey !== null,
    actions: listActions(row),
    reason,
    ground: REASONS[reason].ground,
    facts: row.facts ?? '',
    source: row.source,
    automated: row.automated,
    pendingUntil: row.lapses ? row.confirmBy : null,
    removedNow: row.removedNow,
    readAt: row.readAt,
    mustRead: row.readAt === null && row.undoneAt === null && !row.automated,
    appealBy: computeAppealBy(row, now),
    linkUntil: computeLinkEnd(row)?.toISOString() ?? null,
    appeal: getAppealState(row),
    appealWords: row.appealWords,
    appealAnswer: row.answer,
    teamOfOne: row.decidedByAll && moderators === 1,
    decidedByAll: row.decidedByAll,
    disputeAddress,
    language: row.language,
  }
}
