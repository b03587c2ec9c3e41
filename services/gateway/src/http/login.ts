import { memberFinder, proofOf, type SessionClaims } from '@app/server/auth'
import type { Ctx, MemberCtx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { forCall } from './request-id.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the caller's session is known to be alive. */
    ctx: MemberCtx
    /** The sessionId that came with the call, set together with `ctx`. */
    sessionToken: string
  }
}

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: SessionClaims
    user: SessionClaims
  }
}

/** The token of the one `Authorization: Bearer` header; two headers or another scheme are a malformed call. */
function bearerToken(request: FastifyRequest): string | null {
  const given = request.raw.rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization',
  )
  if (given.length === 0) return null
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (given.length > 1 || !token) throw new AppError('VALIDATION')
  return token
}

function claimsOf(app: FastifyInstance, token: string): SessionClaims | null {
  try {
    return app.jwt.verify<SessionClaims>(token)
  } catch {
    return null
  }
}

/** Which session a call claims to come from, without asking whether it is still alive; for calls that visitors may make too. */
export function claimedSession(app: FastifyInstance, request: FastifyRequest): string | null {
  const token = bearerToken(request)
  return token ? (claimsOf(app, token)?.sessionId ?? null) : null
}

/** Every route of this scope needs a session that is alive at this moment. */
export function registerLogin(app: FastifyInstance, ctx: Ctx): void {
  const findMember = memberFinder(ctx)
  app.addHook('onRequest', async (request) => {
    const token = bearerToken(request)
    const claims = token ? claimsOf(app, token) : null
    const member = claims ? await findMember(proofOf(claims)) : null
    if (!token || !member) throw new AppError('PLEASE_LOGIN')
    request.ctx = { ...forCall(ctx, request), member }
    request.sessionToken = token
  })
}
