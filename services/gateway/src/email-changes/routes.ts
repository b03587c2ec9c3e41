import { ChangeEmail, EmailAddress } from '@app/contract/members/credentials'
import { TokenParam } from '@app/contract/members/members'
import type { Ctx } from '@app/server/context'
import * as z from 'zod/mini'
import { createDeviceCookie, findKnownDevice } from '../accounts/device-cookie.ts'
import type { App } from '../http/app.ts'
import { bindRequest } from '../http/request-id.ts'
import type { Limits } from '../limits/limits.ts'
import { deleteChange } from '../sessions/other-access.ts'
import { confirmEmailChange, requestEmailChange, returnEmail } from './actions.ts'
import { readEmail } from './queries.ts'

const NoContent = z.void()

export function registerEmailChanges(app: App, limits: Limits): void {
  app.get('/members/email', { config: { policy: 'member' }, schema: { response: { 200: EmailAddress } } }, ({ ctx }) =>
    readEmail(ctx.db, ctx.member.accountId, ctx.now()),
  )
  app.post(
    '/members/email',
    { config: { policy: 'member' }, schema: { body: ChangeEmail, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await requestEmailChange(req.ctx, limits, req.body, req.ip)),
  )
  app.post(
    '/members/email/cancel',
    { config: { policy: 'member' }, schema: { response: { 204: NoContent } } },
    async ({ ctx }, reply) => {
      await deleteChange(ctx.db, ctx.member.accountId)
      return reply.code(204).send()
    },
  )
}

/** Registers the routes for emailed links, which may be opened in a browser without a session. */
export function registerEmailLinks(app: App, ctx: Ctx): void {
  app.post(
    '/members/email/confirm/:token',
    { config: { policy: 'visitor' }, schema: { params: TokenParam, response: { 204: NoContent } } },
    async (req, reply) => {
      const { previousEmail, email } = await confirmEmailChange(bindRequest(ctx, req), req.params.token)
      // A browser that has logged in to this account before stays known under the account's new address.
      if (findKnownDevice(ctx.config, req.headers.cookie, previousEmail) !== null)
        reply.header('set-cookie', createDeviceCookie(ctx.config, email))
      return reply.code(204).send()
    },
  )
  app.post(
    '/members/email/return/:token',
    { config: { policy: 'visitor' }, schema: { params: TokenParam, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await returnEmail(bindRequest(ctx, req), req.params.token)),
  )
}
