import { ChangeEmail, EmailAddress } from '@app/contract/members/credentials'
import { TokenParam } from '@app/contract/members/members'
import * as z from 'zod/mini'
import { createDeviceCookie, findKnownBrowserId } from '../accounts/device-cookie.ts'
import type { GatewayCtx } from '../context.ts'
import type { App } from '../http/app.ts'
import { bindRequest } from '../http/request-id.ts'
import { deletePendingEmailChange } from '../sessions/access-without-session.ts'
import { confirmEmailChange, requestEmailChange, revertEmailChange } from './actions.ts'
import { readEmail } from './queries.ts'

const NoContent = z.void()

export function registerEmailChanges(app: App): void {
  app.get('/members/email', { config: { policy: 'member' }, schema: { response: { 200: EmailAddress } } }, ({ ctx }) =>
    readEmail(ctx.db, ctx.member.accountId, ctx.now()),
  )
  app.post(
    '/members/email',
    { config: { policy: 'member' }, schema: { body: ChangeEmail, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await requestEmailChange(req.ctx, req.body, req.ip)),
  )
  app.post(
    '/members/email/cancel',
    { config: { policy: 'member' }, schema: { response: { 204: NoContent } } },
    async ({ ctx }, reply) => {
      await deletePendingEmailChange(ctx.db, ctx.member.accountId)
      return reply.code(204).send()
    },
  )
}

/** Registers the routes of emailed links, which a member may open in a browser without a session. */
export function registerEmailLinks(app: App, ctx: GatewayCtx): void {
  app.post(
    '/members/email/confirm/:token',
    { config: { policy: 'visitor' }, schema: { params: TokenParam, response: { 204: NoContent } } },
    async (req, reply) => {
      const { previousEmail, email } = await confirmEmailChange(bindRequest(ctx, req), req.params.token)
      // The device cookie is signed for the email address, so a known browser needs a new one.
      if (findKnownBrowserId(ctx.config, req.headers.cookie, previousEmail) !== null)
        reply.header('set-cookie', createDeviceCookie(ctx.config, email))
      return reply.code(204).send()
    },
  )
  app.post(
    '/members/email/return/:token',
    { config: { policy: 'visitor' }, schema: { params: TokenParam, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await revertEmailChange(bindRequest(ctx, req), req.params.token)),
  )
}
