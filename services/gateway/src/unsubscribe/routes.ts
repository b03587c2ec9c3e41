import { TokenParam } from '@app/contract/members/members'
import { LANGUAGES } from '@app/contract/text/language'
import * as z from 'zod/mini'
import type { GatewayCtx } from '../context.ts'
import type { App } from '../http/app.ts'
import { BODY_TYPES } from '../http/bodies.ts'
import { bindRequest } from '../http/request-id.ts'
import { unsubscribe } from './actions.ts'

const LanguageQuery = z.object({ language: z.catch(z.optional(z.enum(LANGUAGES)), undefined) })

/**
 * Registers the unsubscribe routes, which need no login. Opening a link changes nothing, because email scanners open
 * all links.
 */
export async function registerUnsubscribe(app: App, ctx: GatewayCtx): Promise<void> {
  await app.register(async (scope: App) => {
    scope.addContentTypeParser(
      [...BODY_TYPES.oneClick],
      { bodyLimit: 1_024, parseAs: 'buffer' },
      (_request, _body, done) => done(null),
    )
    scope.post(
      '/unsubscribe/:token',
      { config: { policy: 'visitor', body: 'oneClick' }, schema: { params: TokenParam, response: { 204: z.void() } } },
      async (req, reply) => reply.code(204).send(await unsubscribe(bindRequest(ctx, req), req.params.token)),
    )
    scope.get(
      '/unsubscribe/:token',
      {
        config: { policy: 'visitor' },
        schema: { params: TokenParam, querystring: LanguageQuery, response: { 302: z.void() } },
      },
      async (req, reply) => {
        const page = new URL(`${ctx.config.publicUrl}/unsubscribe/token/${encodeURIComponent(req.params.token)}`)
        if (req.query.language) page.searchParams.set('language', req.query.language)
        return reply.redirect(page.href, 302)
      },
    )
  })
}
