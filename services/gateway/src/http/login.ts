import { createMemberFinder, type SessionClaims, toSessionProof } from '@app/server/accounts/auth'
import { AppError } from '@app/server/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { GatewayCtx, MemberCtx } from '../context.ts'
import { bindRequest } from './request-id.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the caller's session is verified. */
    ctx: MemberCtx
    /** The session token of the request, set together with `ctx`. */
    sessionToken: string
  }
}

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: SessionClaims
    user: SessionClaims
  }
}

/**
 * Returns the token of the one `Authorization: Bearer` header; two headers or another scheme make the request
 * malformed.
 */
function parseBearerToken(request: FastifyRequest): string | null {
  const authorizationHeaders = request.raw.rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization',
  )
  if (authorizationHeaders.length === 0) return null
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (authorizationHeaders.length > 1 || !token) throw new AppError('VALIDATION')
  return token
}

function verifyClaims(app: FastifyInstance, token: string): SessionClaims | null {
  try {
    return app.jwt.verify<SessionClaims>(token)
  } catch {
    return null
  }
}

/**
 * Returns the session id that a request claims, without checking that the session is valid; for routes that visitors
 * may use, too.
 */
export function extractSessionId(app: FastifyInstance, request: FastifyRequest): string | null {
  const token = parseBearerToken(request)
  return token ? (verifyClaims(app, token)?.sessionId ?? null) : null
}

/** Requires a valid session for every route of this scope. */
export function registerLogin(app: FastifyInstance, ctx: GatewayCtx): void {
  const findMember = createMemberFinder(ctx)
  app.addHook('onRequest', async (request) => {
    const token = parseBearerToken(request)
    const claims = token ? verifyClaims(app, token) : null
    const member = claims ? await findMember(toSessionProof(claims)) : null
    if (!token || !member) throw new AppError('PLEASE_LOGIN')
    request.ctx = { ...bindRequest(ctx, request), member }
    request.sessionToken = token
  })
}
