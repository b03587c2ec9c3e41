import type { Instant } from '@app/contract/base'
import { APPEAL_MONTHS, BAN_CONFIRMATION_MS, DAY_MS, WARNING_MONTHS } from '@app/contract/limits'
import type { Case } from '@app/contract/safety/cases'
import type { Category } from '@app/contract/safety/categories'
import { type ActionKind, excludesAction } from '@app/contract/safety/decision-rules'
import type { Action, Scope, Statement, StatementAction } from '@app/contract/safety/decisions'
import { REASONS, type ReasonCode } from '@app/contract/safety/reason-texts'
import { addMonths } from '@app/contract/time/months'

export type MeasureKind = Exclude<ActionKind, 'DISMISS'>

/** The values of the form that decides a case. */
export type DecisionValues = {
  kinds: readonly MeasureKind[]
  scopes: readonly Scope[]
  restrictionDays: string
  suspensionDays: string
  reason: ReasonCode
  facts: string
  note: string
}

export const RESTRICTION_DAYS = ['7', '30', '90'] as const
export const SUSPENSION_DAYS = ['7', '30', '90', '180'] as const

/** The reason that usually fits the category of the reports. */
const REASON_OF: Record<Category, ReasonCode> = {
  THREAT: 'TERMS_THREAT',
  MINOR: 'TERMS_AGE',
  INTIMATE_IMAGE: 'TERMS_OTHERS',
  COERCION: 'TERMS_COERCION',
  HARASSMENT: 'TERMS_HARASSMENT',
  HATE: 'TERMS_HATE',
  UNWANTED_SEXUAL: 'TERMS_SEXUAL',
  FRAUD: 'TERMS_FRAUD',
  FAKE: 'TERMS_REAL',
  SEX_TRADE: 'TERMS_SEX_TRADE',
  SPAM: 'TERMS_SPAM',
  COPYRIGHT: 'LAW_COPYRIGHT',
  OTHER: 'TERMS_HARASSMENT',
}

export const initialDecision = (category: Category): DecisionValues => ({
  kinds: [],
  scopes: ['CONTACT', 'POST'],
  restrictionDays: '30',
  suspensionDays: '30',
  reason: REASON_OF[category],
  facts: '',
  note: '',
})

/** Adds or removes an action. An added one replaces those that it excludes. */
export function toggleKind(kinds: readonly MeasureKind[], kind: MeasureKind): MeasureKind[] {
  if (kinds.includes(kind)) return kinds.filter((other) => other !== kind)
  return [...kinds.filter((other) => !excludesAction(kind, other)), kind]
}

const toAction = (kind: MeasureKind, { scopes, restrictionDays, suspensionDays }: DecisionValues): Action => {
  switch (kind) {
    case 'RESTRICT':
      return { kind, scopes: [...scopes], days: Number(restrictionDays) }
    case 'SUSPEND':
      return { kind, days: Number(suspensionDays) }
    default:
      return { kind }
  }
}

export const toActions = (values: DecisionValues): Action[] => values.kinds.map((kind) => toAction(kind, values))

function endOf(action: Action, now: Date): Instant | null {
  if (action.kind === 'RESTRICT' || action.kind === 'SUSPEND')
    return new Date(now.getTime() + action.days * DAY_MS).toISOString()
  return action.kind === 'WARN' ? addMonths(now, WARNING_MONTHS).toISOString() : null
}

const toStatementAction = (action: Action, now: Date): StatementAction[] =>
  action.kind === 'DISMISS'
    ? []
    : [
        {
          kind: action.kind,
          scopes: action.kind === 'RESTRICT' ? action.scopes : [],
          until: endOf(action, now),
          endedAt: null,
        },
      ]

type PreviewOptions = { now: Date; disputeAddress: string | null }

/** Returns the statement that the server would write for a decision made now, without the excerpt of the content. */
export function previewStatement(
  { row, subjectId, parentId, language, teamOfOne }: Case,
  values: DecisionValues,
  { now, disputeAddress }: PreviewOptions,
): Statement {
  const { kinds, reason, facts } = values
  return {
    id: '0',
    number: row.id,
    userName: row.author ?? '',
    decidedAt: now.toISOString(),
    kind: row.kind,
    subjectId,
    parentId,
    excerpt: null,
    hasPicture: false,
    actions: toActions(values).flatMap((action) => toStatementAction(action, now)),
    reason,
    ground: REASONS[reason].ground,
    facts,
    source: row.source,
    automated: false,
    pendingUntil: kinds.includes('BAN') ? new Date(now.getTime() + BAN_CONFIRMATION_MS).toISOString() : null,
    removedNow: kinds.includes('REMOVE'),
    readAt: null,
    mustRead: true,
    appealBy: addMonths(now, APPEAL_MONTHS).toISOString(),
    linkUntil: null,
    appeal: null,
    appealWords: null,
    appealAnswer: null,
    teamOfOne,
    decidedByAll: teamOfOne,
    disputeAddress,
    language: language ?? 'SWEDISH',
  }
}
