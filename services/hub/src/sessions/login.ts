import { Id } from '@app/contract/base'
import type { ErrorCode } from '@app/contract/errors'
import { SOCKETS_PER_MEMBER } from '@app/contract/limits'
import { createMemberFinder, type SessionClaims, toSessionProof } from '@app/server/accounts/auth'
import type { Ctx } from '@app/server/context'
import { EVERYBODY_CHANNEL, memberChannel } from '@app/server/delivery/pushes'
import { AppError } from '@app/server/errors'
import { assertAgeChecked } from '@app/server/policies/age'
import { TEAM_ID } from '@app/server/policies/team'
import { closeConnection } from '../connections.ts'
import { countSocketsIn, type HubSocket, type Sockets, TEAM_ROOM } from '../sockets.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'

const MINUTE_MS = 60_000
/**
 * The logins allowed for one session: six for each socket that its member may have. They are counted before the session
 * is looked up, and per session, so that logins with a revoked session do not use up the limits of the member's others.
 */
const LOGINS_PER_MINUTE = 6 * SOCKETS_PER_MEMBER
const TOKEN_LENGTH_MAX = 4_096

export type VerifyToken = (token: string) => SessionClaims

type Dependencies = { ctx: Ctx; io: Sockets; subscriptions: Subscriptions; verify: VerifyToken }

function parseClaims(auth: Record<string, unknown>, verify: VerifyToken): SessionClaims {
  const token = auth.sessionId
  if (typeof token !== 'string' || token.length > TOKEN_LENGTH_MAX) throw new AppError('PLEASE_LOGIN')
  try {
    const claims = verify(token)
    return { ...claims, sessionId: Id.parse(claims.sessionId), memberId: Id.parse(claims.memberId) }
  } catch {
    throw new AppError('PLEASE_LOGIN')
  }
}

/** Admits sockets with an active session, within limits and after any age check; rejects others with an error code. */
export function requireLogin({ ctx, io, subscriptions, verify }: Dependencies): { stop: () => void } {
  const findMember = createMemberFinder(ctx)
  const loginCounts = new Map<string, number>()
  const resetTimer = setInterval(() => loginCounts.clear(), MINUTE_MS)

  function assertLoginLimit(sessionId: string, room: string): void {
    const count = (loginCounts.get(sessionId) ?? 0) + 1
    loginCounts.set(sessionId, count)
    if (!ctx.config.rateLimits) return
    if (count > LOGINS_PER_MINUTE || countSocketsIn(io, room) >= SOCKETS_PER_MEMBER)
      throw new AppError('TOO_MANY_REQUESTS')
  }

  /**
   * Subscribes before it looks up the session: a revocation or level change is then either found by the query or
   * received as a push.
   */
  async function authenticate(socket: HubSocket): Promise<void> {
    const claims = parseClaims(socket.handshake.auth, verify)
    const { sessionId, memberId: accountId } = claims
    const room = memberChannel(accountId)
    assertLoginLimit(sessionId, room)
    await socket.join(room)
    const isSubscribed = await subscriptions.subscribe([room, EVERYBODY_CHANNEL])
    const proof = toSessionProof(claims)
    const member = await findMember(proof)
    if (!member) throw new AppError('PLEASE_LOGIN')
    assertAgeChecked(member)
    socket.data = { ...proof, sessionId, registeredAt: member.registeredAt, partyId: member.id }
    const isTeamSubscribed = member.id === TEAM_ID ? await joinTeam(socket) : isSubscribed
    if (!isSubscribed() || !isTeamSubscribed()) throw new AppError('UNAVAILABLE')
  }

  async function joinTeam(socket: HubSocket): Promise<() => boolean> {
    await socket.join(TEAM_ROOM)
    return subscriptions.subscribe([TEAM_ROOM])
  }

  function toErrorCode(error: unknown): ErrorCode {
    if (error instanceof AppError) return error.code
    ctx.log.warn({ err: error }, 'failed to log in a socket')
    return 'UNAVAILABLE'
  }

  io.use((socket, next) => {
    authenticate(socket).then(
      () => next(),
      (error: unknown) => {
        next(new Error(toErrorCode(error)))
        // Sends the error first, then closes the connection so that the client cannot keep retrying on it.
        setImmediate(closeConnection, socket.conn)
      },
    )
  })
  return { stop: () => clearInterval(resetTimer) }
}
