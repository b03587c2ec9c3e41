import { LAST_ACTIVE_STEP_MS, LAST_ACTIVE_VISIBLE_PERIOD_MS } from '@app/contract/limits'

type Activity = {
  lastActiveAt: string
  presenceOff: boolean
  /** The last activity when this member began to ignore the viewer; null if the member does not ignore the viewer. */
  lastActiveThen: string | null
}

/** Rounds a time in epoch milliseconds down to the steps in which other members see the last activity. */
export const toActivityStep = (timeMs: number): string =>
  new Date(Math.floor(timeMs / LAST_ACTIVE_STEP_MS) * LAST_ACTIVE_STEP_MS).toISOString()

/**
 * Returns when a member was last active, as another member sees it: in steps, and null if it is hidden or too long ago.
 * An ignored viewer sees no activity after the member began to ignore them.
 */
export function getVisibleLastActive(
  { lastActiveAt, presenceOff, lastActiveThen }: Activity,
  now: Date,
): string | null {
  if (presenceOff) return null
  const lastKnownMs = Math.min(...[lastActiveAt, lastActiveThen ?? lastActiveAt].map((at) => Date.parse(at)))
  if (now.getTime() - lastKnownMs > LAST_ACTIVE_VISIBLE_PERIOD_MS) return null
  return toActivityStep(lastKnownMs)
}
