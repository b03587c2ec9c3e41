import type { Ctx } from '@app/server/context'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'

/** Returns the parts of a route that are the same in each request. */
export const listRouteWords = (url: string): string[] => url.split('/').filter((part) => !/[:*]/.test(part))

/**
 * Returns the path of a request that matches no route. Masks every part that is not a word of some route, since it may be
 * an address, a token, a name or a search term.
 */
const maskPath = (url: string, routeWords: ReadonlySet<string>): string =>
  (url.split('?')[0] ?? '')
    .split('/')
    .map((part) => (part === '' || routeWords.has(part) ? part : '*'))
    .join('/')

/**
 * Creates a logger that records only the method of a request and its route, or the masked path if no route matches, so
 * that the log identifies no person. `routeWords` are the words of all routes.
 */
export const createRequestLogger = (ctx: Ctx, routeWords: ReadonlySet<string>): FastifyBaseLogger =>
  ctx.log.child(
    {},
    {
      serializers: {
        req: (request: FastifyRequest) => ({
          method: request.method,
          path: request.routeOptions?.url ?? maskPath(request.url ?? '', routeWords),
        }),
      },
    },
  )
