import type { Language } from '@app/contract/text/language'
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

  interface FastifyInstance {
    /** Returns the language of the member whose session a request claims; null without a valid session, or on a failure. */
    findSessionLanguage: (request: FastifyRequest) => Promise<Language | null>
  }
}

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: SessionClaims
    user: SessionClaims
  }
}

/**
 * Returns the token of the `Authorization: Bearer` header, or null without a header. Throws VALIDATION for several
 * headers, another scheme or a malformed token.
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

/**
 * Registers the lookup of a session's language, for errors in responses to requests whose session is not verified. Tokens
 * without a valid signature cause no statement.
 */
export function registerSessionLanguages(app: FastifyInstance, ctx: GatewayCtx): void {
  const findMember = createMemberFinder(ctx)
  app.decorate('findSessionLanguage', async (request: FastifyRequest) => {
    try {
      const token = parseBearerToken(request)
      const claims = token ? verifyClaims(app, token) : null
      return (claims && (await findMember(toSessionProof(claims)))?.language) ?? null
    } catch {
      // A malformed session or a failed lookup must not replace the error that is being sent.
      return null
    }
  })
}

/** Requires a valid session for every route of this scope. */
export function registerSessionCheck(app: FastifyInstance, ctx: GatewayCtx): void {
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
