import type { Session } from '@app/contract/members/members'
import type { FastifyReply } from 'fastify'
import type { GatewayCtx } from '../context.ts'
import type { App } from '../http/app.ts'
import type { NewSession } from './complete-login.ts'
import { createDeviceCookie } from './device-cookie.ts'

/** Sets the device cookie, and returns the signed session. */
export function createSessionResponse(
  { jwt }: App,
  { config }: GatewayCtx,
  reply: FastifyReply,
  { sid, sessionId, memberId, email, owner }: NewSession,
): Session {
  reply.header('set-cookie', createDeviceCookie(config, email))
  return { sessionId: jwt.sign({ sid, sessionId, memberId, level: owner.memberLevel }), ...owner }
}
