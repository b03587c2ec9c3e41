import { LAST_ACTIVE_STEP, LAST_ACTIVE_VISIBLE_PERIOD } from '@app/contract/limits'

type Activity = {
  lastActiveAt: string
  presenceOff: boolean
  /** The activity at the moment when this member began to ignore the one who looks; null without that. */
  lastActiveThen: string | null
}

/**
 * When a member was last here, as another one sees it: in steps, and nothing when it is hidden or lies far back. Whom the
 * member ignores, sees nothing fresher than what could be seen before that.
 */
export function getVisibleLastActive(
  { lastActiveAt, presenceOff, lastActiveThen }: Activity,
  now: Date,
): string | null {
  if (presenceOff) return null
  const lastKnown = Math.min(...[lastActiveAt, lastActiveThen ?? lastActiveAt].map((at) => Date.parse(at)))
  if (now.getTime() - lastKnown > LAST_ACTIVE_VISIBLE_PERIOD) return null
  return new Date(Math.floor(lastKnown / LAST_ACTIVE_STEP) * LAST_ACTIVE_STEP).toISOString()
}
