import * as z from 'zod/mini'
import { ClientId, Id, Instant, PageQuery } from '../base.ts'
import { MemberLanguage } from '../members/members.ts'
import { AreaText, limitedText, requiredAreaText } from '../text/area-text.ts'
import { MemberName } from '../text/name-schemas.ts'
import { isVisible } from '../text/normalize.ts'
import { Category, Severity } from './categories.ts'
import { AppealState, Statement, StatementAction } from './decisions.ts'
import { ReasonCode } from './reasons.ts'
import { CaseSubjectKind, Subject } from './subjects.ts'

/**
 * OPEN: free. CLAIMED: an admin works on it. ASKED: the team waits for a reporter's answer. SECOND_LOOK: a second admin
 * has to confirm the decision. DECIDED: the author may appeal. APPEALED: an appeal or an objection waits. UPHELD,
 * OVERTURNED: the outcome of the appeal. CLOSED: nothing is left to decide.
 */
export const CaseState = z.enum([
  'OPEN',
  'CLAIMED',
  'ASKED',
  'SECOND_LOOK',
  'DECIDED',
  'APPEALED',
  'UPHELD',
  'OVERTURNED',
  'CLOSED',
])
export type CaseState = z.infer<typeof CaseState>

/** The reason for opening the case: a report, an admin's own initiative (OWN), or an authority. */
export const CaseSource = z.enum(['REPORT', 'OWN', 'AUTHORITY'])
export type CaseSource = z.infer<typeof CaseSource>

/**
 * OPEN lists free cases and those that other admins have claimed. SECOND_LOOK includes cases in which a second admin
 * has to approve wider evidence.
 */
export const QueueView = z.enum(['OPEN', 'MINE', 'APPEALED', 'ASKED', 'SECOND_LOOK', 'DONE'])
export type QueueView = z.infer<typeof QueueView>

/**
 * The keyset cursor after a case in the queue: 0 for critical cases and otherwise 1, its time in milliseconds, and its
 * id, such as `1.1763120000000.42`.
 */
export const QueueCursor = z.string().check(z.regex(/^[01]\.\d{1,15}\.[1-9]\d{0,17}$/, 'field.invalid'))

export const QueueQuery = z.object({
  view: z._default(z.optional(QueueView), 'OPEN'),
  after: z.optional(QueueCursor),
  limit: PageQuery.shape.limit,
})
export type QueueQuery = z.infer<typeof QueueQuery>

/** A case in the queue. */
export const CaseRow = z.object({
  id: Id,
  version: z.int(),
  state: CaseState,
  kind: CaseSubjectKind,
  category: Category,
  severity: Severity,
  source: CaseSource,
  /** Null if the account is purged, or the content has no author. */
  author: z.nullable(MemberName),
  reports: z.int(),
  openedAt: Instant,
  /** The time by which the team aims to claim it for the first time. */
  dueAt: Instant,
  /** The admin who has the case now; null if it is free. */
  heldBy: z.nullable(MemberName),
  heldByMe: z.boolean(),
  claimedUntil: z.nullable(Instant),
})
export type CaseRow = z.infer<typeof CaseRow>
CaseRow.register(z.globalRegistry, { id: 'CaseRow' })

/** The number of cases of each view except DONE, at most 1,000. */
export const QueueCounts = z.object({
  open: z.int(),
  mine: z.int(),
  appealed: z.int(),
  asked: z.int(),
  secondLook: z.int(),
})
export type QueueCounts = z.infer<typeof QueueCounts>

/**
 * A page of the queue: critical cases first, then by `dueAt`; DONE has the newest decision first. Cases in which the
 * caller has an own interest are neither listed nor counted.
 */
export const CaseQueue = z.object({
  now: Instant,
  rows: z.array(CaseRow),
  next: z.nullable(QueueCursor),
  counts: QueueCounts,
  /**
   * The share of the cases first claimed in the last 30 days that were claimed by their `dueAt`, in percent; null for
   * fewer than five.
   */
  withinAim: z.nullable(z.int()),
})
export type CaseQueue = z.infer<typeof CaseQueue>

/** The file of a picture in evidence. DAMAGED: its bytes have changed. MISSING: it was gone before it was copied. */
export const EvidenceFile = z.object({
  id: z.string(),
  state: z.enum(['WAITING', 'COPIED', 'MISSING', 'DAMAGED']),
})
export type EvidenceFile = z.infer<typeof EvidenceFile>

/**
 * A text with its pictures in frozen evidence. `who` is the name of the reported member, the letter of a reporter, or a
 * number for anybody else. A part with the role EARLIER follows the text with the same id.
 */
export const EvidencePart = z.object({
  role: z.enum(['SUBJECT', 'BEFORE', 'AFTER', 'COMMENT', 'EARLIER', 'PROFILE', 'PARENT', 'AD']),
  id: z.string(),
  at: z.nullable(Instant),
  who: z.string(),
  byAuthor: z.boolean(),
  title: z.nullable(z.string()),
  text: z.nullable(z.string()),
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  deletedAt: z.nullable(Instant),
  /** For EARLIER the time until which the words stood; null if it was not recorded. */
  editedAt: z.nullable(Instant),
  files: z.array(EvidenceFile),
})
export type EvidencePart = z.infer<typeof EvidencePart>

/**
 * The evidence of one report; `report` is its letter, null for evidence by the team. Files of sealed evidence cannot be
 * read.
 */
export const Evidence = z.object({
  id: Id,
  report: z.nullable(z.string()),
  takenAt: Instant,
  /** False if the stored evidence no longer matches its hash. */
  intact: z.boolean(),
  sealed: z.boolean(),
  parts: z.array(EvidencePart),
})
export type Evidence = z.infer<typeof Evidence>
Evidence.register(z.globalRegistry, { id: 'Evidence' })

/** A report without the reporter's name. `letter` stands for the reporter: A, B, …, Z, AA. */
export const CaseReport = z.object({
  id: Id,
  letter: z.string(),
  category: Category,
  words: z.nullable(z.string()),
  illegal: z.boolean(),
  filedAt: Instant,
  /** Reported without an account. */
  notice: z.boolean(),
  answer: z.nullable(z.string()),
  objection: z.nullable(z.string()),
  abusive: z.boolean(),
  /** The number of reports of this reporter that were dismissed within two years. */
  dismissed: z.int(),
  /** The number of their reports that were found to be in bad faith within two years. */
  marked: z.int(),
})
export type CaseReport = z.infer<typeof CaseReport>

/** The history of the reported member, as the team may see it. */
export const CaseHistory = z.object({
  registeredAt: Instant,
  /** Other open cases about the same member, except those in which the caller has an own interest. */
  openCases: z.array(z.object({ id: Id, category: Category, kind: CaseSubjectKind })),
  /** The decisions of the last two years about the same member, newest first. */
  decisions: z.array(
    z.object({
      id: Id,
      caseId: Id,
      decidedAt: Instant,
      reason: ReasonCode,
      actions: z.array(StatementAction),
      appeal: z.nullable(AppealState),
    }),
  ),
  signals: z.array(z.enum(['BARRED_ADDRESS', 'BANNED_PICTURE', 'SAME_VERIFIERS'])),
})
export type CaseHistory = z.infer<typeof CaseHistory>

/** An action that the caller can take on a case now. */
export const CaseAction = z.enum([
  'DISMISS',
  'REMOVE',
  'WARN',
  'RESTRICT',
  'SUSPEND',
  'BAN',
  'ASK',
  'WIDER',
  'APPROVE',
  'CONFIRM',
  'APPEAL',
  'HAND_OVER',
  'FIND',
])
export type CaseAction = z.infer<typeof CaseAction>

/**
 * The state of a request for the newest hundred messages of a reported chat. NONE: not requested. ASKED: the reporter
 * was asked. GIVEN: the reporter gave them. WANTED: a second admin has to approve. APPROVED: they are in the evidence.
 */
export const WiderState = z.enum(['NONE', 'ASKED', 'GIVEN', 'WANTED', 'APPROVED'])
export type WiderState = z.infer<typeof WiderState>

export const Case = z.object({
  row: CaseRow,
  subjectId: z.string(),
  parentId: z.nullable(Id),
  /** The authority's reference; null unless the source is AUTHORITY. */
  reference: z.nullable(z.string()),
  reports: z.array(CaseReport),
  /** Null if the author's account is purged, or the author is the team. */
  history: z.nullable(CaseHistory),
  /** The language in which the author reads the statement; null without `history`. */
  language: z.nullable(MemberLanguage),
  /** The team has one moderator, who therefore also answers appeals against their own decisions. */
  teamOfOne: z.boolean(),
  decision: z.nullable(Statement),
  appealWords: z.nullable(z.string()),
  /**
   * The caller's part in the decision whose appeal or objection is open; null if they took no part, or if none is open.
   * Another moderator has to answer it; if no other one can, the caller may from `answerFrom`.
   */
  ownPart: z.nullable(z.object({ kind: z.enum(['DECIDED', 'CONFIRMED']), answerFrom: z.nullable(Instant) })),
  /** The question that the reporter has not answered yet. */
  question: z.nullable(z.string()),
  wider: WiderState,
  allowed: z.array(CaseAction),
  /** The location of the content, in the words of the notice; null for a case without a notice. */
  address: z.nullable(z.string()),
  /**
   * The case that the reports of this closed one have joined; null if they joined none, or if the caller has an own interest
   * in that case.
   */
  mergedInto: z.nullable(Id),
  /** The internal notes of decisions. */
  notes: z.array(z.object({ at: Instant, by: MemberName, text: z.string() })),
})
export type Case = z.infer<typeof Case>
Case.register(z.globalRegistry, { id: 'Case' })

/** Opens a case without a report, once for each `clientId`. `reference` is the authority's own. */
export const OpenCase = z.object({
  subject: Subject,
  category: Category,
  source: z.enum(['OWN', 'AUTHORITY']),
  reference: z.optional(limitedText(200)),
  clientId: z.optional(ClientId),
})
export type OpenCase = z.infer<typeof OpenCase>

/** The version of the case that the caller has read; the request is rejected if the case has changed since then. */
export const CaseVersion = z.object({ version: z.int() })
export type CaseVersion = z.infer<typeof CaseVersion>

export const AskReporter = z.object({ version: z.int(), reportId: Id, question: requiredAreaText('report.question') })
export type AskReporter = z.infer<typeof AskReporter>

/**
 * Requests the newest hundred messages of a reported chat: from the reporter of `reportId`, or without it through the
 * approval of a second admin, which is possible only in critical cases.
 */
export const AskWider = z.object({ version: z.int(), reportId: z.optional(Id), question: z.optional(AreaText) }).check(
  z.refine(({ reportId, question }) => reportId === undefined || isVisible(question ?? ''), {
    error: 'report.question',
    path: ['question'],
  }),
)
export type AskWider = z.infer<typeof AskWider>

/** The identity behind the letter of a report: a member, or the name and address of a notice. */
export const ReporterName = z.object({
  letter: z.string(),
  userName: z.nullable(MemberName),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
})
export type ReporterName = z.infer<typeof ReporterName>

/** A case with everything that belongs to it, as JSON, for the police. */
export const HandOver = z.object({ caseId: Id, writtenAt: Instant, content: z.string() })
export type HandOver = z.infer<typeof HandOver>

/** The id of a file in evidence: the id of the evidence and of the picture. */
export const EvidenceFileParam = z.object({
  id: Id,
  fileId: z.string().check(z.regex(/^[1-9]\d{0,17}\.[A-Za-z0-9_-]{1,64}$/, 'field.invalid')),
})
