import type { Ctx } from '@app/server/context'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'

/** Longer parts are not words of a route but tokens or names. */
const PATH_WORD_LENGTH_MAX = 30
const PATH_WORD = /^[a-z0-9.-]*$/
const TOKEN = /^(?=.*\d)(?=.*[a-z]).{16,}$/

const isPathWord = (part: string): boolean =>
  part.length <= PATH_WORD_LENGTH_MAX && PATH_WORD.test(part) && !TOKEN.test(part)

/**
 * Returns the path of a request that matches no route. Masks every part that does not look like a word of a route, since
 * it may be an address, a token, a name or a search term.
 */
const maskPath = (url: string): string =>
  (url.split('?')[0] ?? '')
    .split('/')
    .map((part) => (isPathWord(part) ? part : '*'))
    .join('/')

/**
 * Creates a logger that records only the method of a request and its route, or the masked path if no route matches, so
 * that the log identifies no person.
 */
export const createRequestLogger = (ctx: Ctx): FastifyBaseLogger =>
  ctx.log.child(
    {},
    {
      serializers: {
        req: (request: FastifyRequest) => ({
          method: request.method,
          path: request.routeOptions?.url ?? maskPath(request.url ?? ''),
        }),
      },
    },
  )
