import type { Statement, StatementAction } from '@app/contract/safety/decisions'

/** Returns whether an action ended before its time, or has ended although it had no end. */
export const hasEndedEarly = ({ endedAt, until }: StatementAction): boolean =>
  endedAt !== null && (until === null || new Date(endedAt) < new Date(until))

/** Returns whether a decision no longer applies because the team has changed it, with or without an appeal. */
export const isUndone = ({ automated, appeal, actions }: Statement): boolean =>
  !automated &&
  (appeal === 'OVERTURNED' || (actions.some(hasEndedEarly) && actions.every(({ endedAt }) => endedAt !== null)))
