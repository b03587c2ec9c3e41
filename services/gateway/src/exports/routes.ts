import { MemberExport, PasswordConfirmation } from '@app/contract/members/members'
import type { Ctx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import type { App } from '../http/app.ts'
import { fetchExport, readExport, requestExport } from './actions.ts'
import { parseExportUrl } from './links.ts'

export function registerExports(app: App): void {
  app.get(
    '/members/export',
    { config: { policy: 'member', beforeAgeCheck: true }, schema: { response: { 200: MemberExport } } },
    (req) => readExport(req.ctx),
  )
  app.post(
    '/members/export',
    {
      config: { policy: 'member', beforeAgeCheck: true },
      schema: { body: PasswordConfirmation, response: { 202: MemberExport } },
    },
    async (req, reply) => reply.code(202).send(await requestExport(req.ctx, req.body.password, req.ip)),
  )
}

type UnverifiedParameters = Record<'id' | 'v' | 'e' | 's', unknown>

/** Returns an empty text for a missing parameter, and for a repeated one, which is parsed as a list. */
const toText = (parameter: unknown): string => (typeof parameter === 'string' ? parameter : '')

/**
 * Serves archives under signed URLs that contain the session's hash and the expiry, because a download cannot send a
 * session token. Every rejected URL gets the same response. There is no HEAD route, which would consume the link.
 */
export function registerExportFiles(app: App, ctx: Ctx): void {
  app.get('/media/export/:id', { exposeHeadRoute: false }, async ({ params, query }, reply) => {
    reply.header('cache-control', 'no-store')
    const { id, v, e, s } = { ...(query as object), ...(params as object) } as UnverifiedParameters
    const urlParameters = { id: toText(id), v: toText(v), e: toText(e), s: toText(s) }
    const link = parseExportUrl(ctx.config.sessionSecret, urlParameters, ctx.now())
    if (!link) throw new AppError('NOT_FOUND')
    const file = await fetchExport(ctx, link)
    reply.headers({ 'content-type': 'application/zip', 'content-disposition': 'attachment; filename="salong.zip"' })
    return file
  })
}
