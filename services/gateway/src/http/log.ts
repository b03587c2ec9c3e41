import type { Ctx } from '@app/server/context'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'

/** Returns a path that identifies the route but no person: addresses, tokens, names and search terms are masked. */
const maskPath = (url: string): string =>
  (url.split('?')[0] ?? '')
    .split('/')
    .map((part) =>
      /^[a-z0-9.-]*$/.test(part) && part.length <= 30 && !/^(?=.*\d)(?=.*[a-z]).{16,}$/.test(part) ? part : '*',
    )
    .join('/')

/** Creates a logger that records no bodies, tokens, addresses or names. */
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
