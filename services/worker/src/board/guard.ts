import { createHash, timingSafeEqual } from 'node:crypto'
import type { Ctx } from '@app/server/context'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Allows only the board's own files and responses, and no framing; its pages need inline styles. */
const HEADERS = {
  'content-security-policy': [
    "default-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';'),
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const SAFE_METHODS = ['GET', 'HEAD']

/** The number of wrong passwords after which the board is locked for the rest of the period. */
const FAILED_LOGINS_MAX = 10
const LOCKOUT_PERIOD_MS = 60_000

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Parses the password of basic authentication, with any user name. */
function parsePassword({ authorization = '' }: FastifyRequest['headers']): string | undefined {
  const [, encoded = ''] = /^basic ([\w+/]+=*)$/i.exec(authorization) ?? []
  return /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString())?.[1]
}

/**
 * Returns whether a request comes from the board's own pages, or from a client that is no browser. Browsers also send
 * the password with requests that other sites make.
 */
function isSameOrigin({ headers, host }: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site = 'same-origin' } = headers
  return site === 'same-origin' && (origin === undefined || (URL.canParse(origin) && new URL(origin).host === host))
}

const reject = (reply: FastifyReply, status: number, message: string): FastifyReply =>
  reply.code(status).type('text/plain').send(message)

/** Counts the wrong passwords of all clients together, since few clients reach this port. */
function createLockout({ now, log }: Pick<Ctx, 'now' | 'log'>) {
  let failureCount = 0
  let lockedUntil = 0
  return {
    /** Returns the remaining lockout in milliseconds; 0 without a lockout. */
    getRemainingMs: (): number => (failureCount < FAILED_LOGINS_MAX ? 0 : Math.max(0, lockedUntil - now().getTime())),
    recordFailure(): void {
      const nowMs = now().getTime()
      if (lockedUntil <= nowMs) {
        failureCount = 0
        lockedUntil = nowMs + LOCKOUT_PERIOD_MS
      }
      failureCount += 1
      if (failureCount === FAILED_LOGINS_MAX) log.warn('locked the queue board after too many wrong passwords')
    },
  }
}

/** Requires the password, rejects changes that other sites request, and sets the headers of responses. */
export function protectBoard(app: FastifyInstance, password: string, ctx: Pick<Ctx, 'now' | 'log'>): void {
  const expectedHash = sha256(password)
  const lockout = createLockout(ctx)

  app.addHook('onSend', async (_request, reply) => void reply.headers(HEADERS))

  app.addHook('onRequest', async (request, reply) => {
    const candidate = parsePassword(request.headers)
    const lockedMs = lockout.getRemainingMs()
    if (candidate !== undefined && lockedMs > 0) {
      reply.header('retry-after', Math.ceil(lockedMs / 1_000))
      return reject(reply, 429, 'Too many wrong passwords. Try again in a minute.')
    }
    if (candidate === undefined || !timingSafeEqual(sha256(candidate), expectedHash)) {
      if (candidate !== undefined) lockout.recordFailure()
      reply.header('www-authenticate', 'Basic realm="Queues", charset="UTF-8"')
      return reject(reply, 401, 'Log in with any name and the password in QUEUES_PASSWORD.')
    }
    if (!SAFE_METHODS.includes(request.method) && !isSameOrigin(request))
      return reject(reply, 403, 'Only the board itself may make changes.')
  })
}
