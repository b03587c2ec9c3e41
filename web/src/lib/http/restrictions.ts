import type { Instant } from '@app/contract/base'
import type { Scope } from '@app/contract/safety/decisions'
import { useNow } from '../text/clock.ts'
import { useSession } from './session.ts'

/** Returns the end of a restriction of the member's account; null if none of this scope is in effect. */
export function useRestrictedUntil(scope: Scope): Instant | null {
  const until = useSession()?.restrictions?.[scope]
  const now = useNow()
  return until && new Date(until) > now ? until : null
}
