import * as z from 'zod/mini'
import { atMost, Id, Instant } from '../base.ts'
import { APPEAL_WORDS_MAX } from '../limits.ts'
import { MemberLanguage } from '../members/members.ts'
import { AreaText, limitedText, requiredAreaText } from '../text/area-text.ts'
import { MemberName } from '../text/name-schemas.ts'
import { isVisible } from '../text/normalize.ts'
import { areActionsCompatible, RESTRICTION_DAYS_MAX, SUSPENSION_DAYS_MAX } from './decision-rules.ts'
import { ReasonCode } from './reasons.ts'
import { CaseSubjectKind } from './subjects.ts'

/**
 * The scope of a restriction: CONTACT prevents invites and kisses, POST prevents new ads, groups, events, posts and
 * comments and changes to their texts, UPLOAD prevents photos, and either of the two prevents film entries. A restricted
 * member can still write in open chats.
 */
export const Scope = z.enum(['CONTACT', 'POST', 'UPLOAD'])
export type Scope = z.infer<typeof Scope>

const days = (max: number) =>
  z.int('decision.days').check(z.minimum(1, 'decision.days'), z.maximum(max, 'decision.days'))

const Action = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('DISMISS') }),
  z.object({ kind: z.literal('REMOVE') }),
  z.object({ kind: z.literal('WARN') }),
  z.object({
    kind: z.literal('RESTRICT'),
    scopes: z.array(Scope).check(
      z.minLength(1, 'decision.actions'),
      z.refine((scopes) => new Set(scopes).size === scopes.length, { error: 'field.invalid' }),
    ),
    days: days(RESTRICTION_DAYS_MAX),
  }),
  z.object({ kind: z.literal('SUSPEND'), days: days(SUSPENSION_DAYS_MAX) }),
  z.object({ kind: z.literal('BAN') }),
])
export type Action = z.infer<typeof Action>

/** The decision of a case. `version` is that of the case; the gateway rejects an older one with CONFLICT. */
export const Decide = z
  .object({
    version: z.int(),
    reason: ReasonCode,
    /** The facts, as the author reads them. */
    facts: requiredAreaText('decision.facts'),
    /** For the team only. */
    note: z.optional(AreaText),
    /** Ids of reports made in bad faith; only with DISMISS. */
    abusive: z.optional(z.array(Id).check(z.maxLength(100, 'field.invalid'))),
    actions: z.array(Action).check(z.minLength(1, 'decision.actions'), z.maxLength(4, 'decision.actions')),
  })
  .check(z.refine(areActionsCompatible, { error: 'decision.actions', path: ['actions'] }))
export type Decide = z.infer<typeof Decide>

/** Confirms a pending decision as a second admin, or refuses it, which undoes it. */
export const ConfirmDecision = z.object({ version: z.int(), confirmed: z.boolean(), words: z.optional(AreaText) })
export type ConfirmDecision = z.infer<typeof ConfirmDecision>

export const DecideAppeal = z.object({
  version: z.int(),
  outcome: z.enum(['UPHELD', 'OVERTURNED']),
  /** The answer, as the author or the reporter reads it. */
  words: requiredAreaText('field.required'),
})
export type DecideAppeal = z.infer<typeof DecideAppeal>

/**
 * The result of a decision, a confirmation or the answer to an appeal. `secondLook`: a second admin has to confirm it.
 */
export const Decided = z.object({ caseId: Id, decisionId: Id, version: z.int(), secondLook: z.boolean() })
export type Decided = z.infer<typeof Decided>

/** An action of a decision as its statement lists it. `until` is null if it has no end. */
export const StatementAction = z.object({
  kind: z.enum(['REMOVE', 'WARN', 'RESTRICT', 'SUSPEND', 'BAN']),
  /** The scopes of RESTRICT; otherwise empty. */
  scopes: z.array(Scope),
  until: z.nullable(Instant),
  /** The time at which it was undone or expired; null while it is in effect. */
  endedAt: z.nullable(Instant),
})
export type StatementAction = z.infer<typeof StatementAction>

export const AppealState = z.enum(['SENT', 'UPHELD', 'OVERTURNED'])
export type AppealState = z.infer<typeof AppealState>

/**
 * The statement of reasons (DSA, article 17) for the member whom a decision concerns. It quotes only their own content.
 */
export const Statement = z.object({
  id: Id,
  /** The number of the case. */
  number: Id,
  userName: MemberName,
  decidedAt: Instant,
  kind: CaseSubjectKind,
  subjectId: z.string(),
  parentId: z.nullable(Id),
  /** The member's own words; null if there were none, or once purged. */
  excerpt: z.nullable(z.string()),
  hasPicture: z.boolean(),
  actions: z.array(StatementAction),
  reason: ReasonCode,
  ground: z.enum(['LAW', 'TERMS']),
  /** Empty once purged. */
  facts: z.string(),
  source: z.enum(['REPORT', 'OWN', 'AUTHORITY']),
  automated: z.boolean(),
  /** The time by which a second admin has to confirm a ban; null if no confirmation is pending. */
  pendingUntil: z.nullable(Instant),
  /** The content is hidden now. */
  removedNow: z.boolean(),
  readAt: z.nullable(Instant),
  /** The client shows the statement above everything else until it is read. */
  mustRead: z.boolean(),
  /** The time until which the member can appeal; null if they cannot, or no longer can. */
  appealBy: z.nullable(Instant),
  /** The time until which the emailed link opens the statement without a login. */
  linkUntil: z.nullable(Instant),
  appeal: z.nullable(AppealState),
  /** The member's own words; null without an appeal, or once purged. */
  appealWords: z.nullable(z.string()),
  appealAnswer: z.nullable(z.string()),
  /** The team has one moderator, who made or confirmed the decision and may therefore also answer the appeal. */
  teamOfOne: z.boolean(),
  /** All moderators made or confirmed the decision, so that one of them may answer the appeal; also in a team of one. */
  decidedByAll: z.boolean(),
  /** The page of a certified dispute settlement body. */
  disputeAddress: z.nullable(z.string()),
  language: MemberLanguage,
})
export type Statement = z.infer<typeof Statement>
Statement.register(z.globalRegistry, { id: 'Statement' })

export const OwnDecisions = z.array(Statement)

export const Appeal = z.object({
  words: limitedText(APPEAL_WORDS_MAX).check(z.refine(isVisible, { error: 'appeal.words' })),
})
export type Appeal = z.infer<typeof Appeal>

/** The token of the emailed link to a statement. */
export const StatementTokenParam = z.object({ token: z.string().check(atMost(100, 'field.invalid')) })
