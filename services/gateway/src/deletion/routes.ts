import { PasswordConfirmation, TokenParam } from '@app/contract/members/members'
import * as z from 'zod/mini'
import { ACCOUNT_RESTORED } from '../accounts/texts.ts'
import type { GatewayCtx } from '../context.ts'
import type { App } from '../http/app.ts'
import { PlainText, sendTranslated } from '../http/plain-text.ts'
import { bindRequest } from '../http/request-id.ts'
import { deleteMember, restoreAccount } from './actions.ts'

export function registerDeletion(app: App): void {
  app.post(
    '/members/delete',
    {
      config: { policy: 'member', beforeAgeCheck: true },
      schema: { body: PasswordConfirmation, response: { 204: z.void() } },
    },
    async (req, reply) => reply.code(204).send(await deleteMember(req.ctx, req.body.password, req.ip)),
  )
}

/**
 * Registers the route that restores a deleted account. It takes no session, because a member in the deletion period
 * cannot log in.
 */
export function registerRestore(app: App, ctx: GatewayCtx): void {
  app.post(
    '/members/undelete/:token',
    { config: { policy: 'visitor' }, schema: { params: TokenParam, response: { 200: PlainText } } },
    async (req, reply) => {
      await restoreAccount(bindRequest(ctx, req), req.params.token)
      return sendTranslated(req, reply, ACCOUNT_RESTORED)
    },
  )
}
