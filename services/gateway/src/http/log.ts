import type { Ctx } from '@app/server/context'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'

/** A path that says which call it was and nothing about whom: addresses, tokens, names and search words are masked. */
const maskPath = (url: string): string =>
  (url.split('?')[0] ?? '')
    .split('/')
    .map((part) =>
      /^[a-z0-9.-]*$/.test(part) && part.length <= 30 && !/^(?=.*\d)(?=.*[a-z]).{16,}$/.test(part) ? part : '*',
    )
    .join('/')

/** Logs carry no bodies, tokens, addresses or names. */
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
