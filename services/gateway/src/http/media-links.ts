import { toAccountIdentity } from '@app/server/accounts/identity'
import type { FastifyInstance } from 'fastify'

/** Signs the URLs of pictures in responses for the member who receives them. */
export function registerMediaLinks(app: FastifyInstance): void {
  app.addHook('onSend', ({ ctx }, _reply, payload, done) => {
    done(
      null,
      typeof payload === 'string' && ctx ? ctx.links.sign(payload, toAccountIdentity(ctx.member), ctx.now()) : payload,
    )
  })
}
