import { LAST_ACTIVE_STEP, LAST_ACTIVE_VISIBLE_PERIOD } from '@app/contract/limits'

type Activity = {
  lastActiveAt: string
  presenceOff: boolean
  /** The last activity at the moment when this member began to ignore the viewer; null if they do not. */
  lastActiveThen: string | null
}

/**
 * Returns when a member was last active, as another member sees it: in steps, and null if it is hidden or too long ago.
 * An ignored viewer sees nothing newer than what they could see before.
 */
export function getVisibleLastActive(
  { lastActiveAt, presenceOff, lastActiveThen }: Activity,
  now: Date,
): string | null {
  if (presenceOff) return null
  const lastKnownMs = Math.min(...[lastActiveAt, lastActiveThen ?? lastActiveAt].map((at) => Date.parse(at)))
  if (now.getTime() - lastKnownMs > LAST_ACTIVE_VISIBLE_PERIOD) return null
  return new Date(Math.floor(lastKnownMs / LAST_ACTIVE_STEP) * LAST_ACTIVE_STEP).toISOString()
}
