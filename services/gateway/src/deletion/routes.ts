import { PasswordConfirmation, TokenParam } from '@app/contract/members/members'
import type { Ctx } from '@app/server/context'
import * as z from 'zod/mini'
import { ACCOUNT_RESTORED } from '../accounts/texts.ts'
import type { App } from '../http/app.ts'
import { PlainText, sendTranslated } from '../http/plain-text.ts'
import { bindRequest } from '../http/request-id.ts'
import type { Limits } from '../limits/limits.ts'
import { deleteMember, undeleteMember } from './actions.ts'

export function registerDeletion(app: App, limits: Limits): void {
  app.post(
    '/members/delete',
    { config: { policy: 'member' }, schema: { body: PasswordConfirmation, response: { 204: z.void() } } },
    async (req, reply) => reply.code(204).send(await deleteMember(req.ctx, limits, req.body.password, req.ip)),
  )
}

/** Registers undeletion for visitors: a member whose deletion is pending cannot log in. */
export function registerUndeletion(app: App, ctx: Ctx): void {
  app.post(
    '/members/undelete/:token',
    { config: { policy: 'visitor' }, schema: { params: TokenParam, response: { 200: PlainText } } },
    async (req, reply) => {
      await undeleteMember(bindRequest(ctx, req), req.params.token)
      return sendTranslated(req, reply, ACCOUNT_RESTORED)
    },
  )
}
