import type { Instant } from '@app/contract/base'
import type { Scope } from '@app/contract/safety/decisions'
import { useNow } from '../text/clock.ts'
import { useSession } from './session.ts'

/** The scopes of restrictions that prevent an action. */
export const PREVENTING_SCOPES = {
  invite: ['CONTACT'],
  write: ['POST'],
  upload: ['UPLOAD'],
  publishPhoto: ['POST', 'UPLOAD'],
} as const satisfies Record<string, readonly Scope[]>

/** An action that a restriction can prevent. */
export type RestrictableAction = keyof typeof PREVENTING_SCOPES

/** Returns the latest end of the restrictions with these scopes of the member's account; null if none is in effect. */
export function useRestrictedUntil(...scopes: readonly Scope[]): Instant | null {
  const restrictions = useSession()?.restrictions
  const now = useNow()
  const ends = scopes.flatMap((scope) => restrictions?.[scope] ?? []).filter((until) => new Date(until) > now)
  return ends.sort().at(-1) ?? null
}
