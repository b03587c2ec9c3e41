import type { Session } from '@app/contract/members/members'

/** The claims in a session's token. */
type Claims = { sessionId: string; memberId: string }

/** Parses the claims of a token, which is signed but not encrypted. Returns null for a token in another format. */
export function claimsOf({ sessionId }: Pick<Session, 'sessionId'>): Claims | null {
  try {
    const [, payload = ''] = sessionId.split('.')
    const claims: Partial<Claims> = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return claims.sessionId && claims.memberId ? { sessionId: claims.sessionId, memberId: claims.memberId } : null
  } catch {
    return null
  }
}

/**
 * Returns the key for a member's data on the device: the member's id, since another member can take over a name. Without
 * readable claims, the name.
 */
export const memberKeyOf = (session: Session): string => claimsOf(session)?.memberId ?? session.userName
