import { toAccountIdentity } from '@app/server/identity'
import type { FastifyInstance } from 'fastify'

/** Pictures leave under addresses that are signed for the member who is answered. */
export function registerMediaLinks(app: FastifyInstance): void {
  app.addHook('onSend', ({ ctx }, _reply, payload, done) => {
    done(
      null,
      typeof payload === 'string' && ctx ? ctx.links.sign(payload, toAccountIdentity(ctx.member), ctx.now()) : payload,
    )
  })
}
