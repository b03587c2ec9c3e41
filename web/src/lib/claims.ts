import type { Session } from '@app/contract/members'

/** What a session's token says of itself. */
type Claims = { sessionId: string; memberId: string }

/** The token is signed, not hidden: its middle part can be read. Null for one of another make. */
export function claimsOf({ sessionId }: Pick<Session, 'sessionId'>): Claims | null {
  try {
    const [, middle = ''] = sessionId.split('.')
    const claims: Partial<Claims> = JSON.parse(atob(middle.replaceAll('-', '+').replaceAll('_', '/')))
    return claims.sessionId && claims.memberId ? { sessionId: claims.sessionId, memberId: claims.memberId } : null
  } catch {
    return null
  }
}

/** Under which a member's things are kept on the device: the id, since names can change hands. */
export const memberKeyOf = (session: Session): string => claimsOf(session)?.memberId ?? session.userName
