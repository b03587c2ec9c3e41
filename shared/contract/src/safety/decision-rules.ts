// Without schemas, so that the form of a decision loads without zod.

/**
 * REMOVE hides the content; WARN, RESTRICT, SUSPEND and BAN are measures against its author; DISMISS takes no action.
 */
export type ActionKind = 'DISMISS' | 'REMOVE' | 'WARN' | 'RESTRICT' | 'SUSPEND' | 'BAN'

/** The longest restriction and the longest suspension, in days. */
export const RESTRICTION_DAYS_MAX = 90
export const SUSPENSION_DAYS_MAX = 180

const RESTRAINTS: readonly ActionKind[] = ['RESTRICT', 'SUSPEND', 'BAN']

/**
 * Returns whether two different actions exclude each other: a decision takes at most one of RESTRICT, SUSPEND and BAN, and
 * warns no member whom it bans, since a warning is about the future.
 */
export const excludesAction = (one: ActionKind, other: ActionKind): boolean =>
  one !== other &&
  ((RESTRAINTS.includes(one) && RESTRAINTS.includes(other)) ||
    (one === 'WARN' && other === 'BAN') ||
    (one === 'BAN' && other === 'WARN'))

const DISMISSALS: readonly string[] = ['NO_BREACH', 'NOT_FOUND']

/**
 * Returns whether a decision may combine these actions and this reason: DISMISS stands alone and has the reason
 * NO_BREACH or NOT_FOUND, no kind occurs twice, no two actions exclude each other, and only a decision with DISMISS marks
 * reports as made in bad faith.
 */
export function areActionsCompatible(decision: {
  reason: string
  abusive?: readonly string[] | undefined
  actions: readonly { kind: ActionKind }[]
}): boolean {
  const kinds = decision.actions.map(({ kind }) => kind)
  if (new Set(kinds).size !== kinds.length) return false
  const dismisses = kinds.includes('DISMISS')
  if (dismisses !== DISMISSALS.includes(decision.reason)) return false
  if (dismisses) return kinds.length === 1
  return !decision.abusive?.length && !kinds.some((kind) => kinds.some((other) => excludesAction(kind, other)))
}
