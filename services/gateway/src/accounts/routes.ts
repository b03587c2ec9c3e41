import { ChangePassword } from '@app/contract/members/credentials'
import {
  CompleteRegistration,
  EmailParam,
  Login,
  RegisterEmail,
  Session,
  TokenParam,
} from '@app/contract/members/members'
import { emailKey, isSubaddress, mailboxKey } from '@app/contract/text/emails'
import { translate } from '@app/contract/text/language'
import { getCurrentReferenceYear } from '@app/server/members/reference-year'
import { getNetwork } from '@app/server/process/network'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { GatewayCtx } from '../context.ts'
import type { App } from '../http/app.ts'
import { resolveLanguage } from '../http/errors.ts'
import { PlainText, sendText, sendTranslated } from '../http/plain-text.ts'
import { bindRequest } from '../http/request-id.ts'
import { hashEmail } from '../limits/email-hash.ts'
import type { NewSession } from './complete-login.ts'
import { login } from './login.ts'
import { requestMail } from './mails.ts'
import { changePassword, resetPassword } from './password.ts'
import { completeRegistration } from './registration.ts'
import { createSessionResponse } from './session-response.ts'
import { MAIL_SENT, PASSWORD_CHANGED, PASSWORD_WAITS } from './texts.ts'
import { extractVisitor } from './visitor.ts'

/** Registers the route by which members change their own password. */
export function registerPassword(app: App): void {
  app.post(
    '/members/password',
    { config: { policy: 'member' }, schema: { body: ChangePassword, response: { 204: z.void() } } },
    async (req, reply) => reply.code(204).send(await changePassword(req.ctx, req.body, req.ip)),
  )
}

/** Registers the routes for visitors: login, registration, and password reset by email. */
export function registerAccounts(app: App, ctx: GatewayCtx): void {
  const respondWithSession = (reply: FastifyReply, session: NewSession): Session =>
    createSessionResponse(app, ctx, reply, session)

  app.post(
    '/members/login',
    { config: { policy: 'visitor' }, schema: { body: Login, response: { 200: Session } } },
    async (req, reply) =>
      respondWithSession(reply, await login(bindRequest(ctx, req), req.body, extractVisitor(req, req.body.deviceKey))),
  )
  app.post(
    '/members/register2/email',
    { config: { policy: 'visitor' }, schema: { body: RegisterEmail, response: { 200: PlainText } } },
    async (req, reply) => {
      const { email, languagePreference } = req.body
      await ctx.limits.take('registrationMails', getNetwork(req.ip))
      const rate = isSubaddress(email) ? 'registrationMailsToSubaddresses' : 'registrationMailsPerMailbox'
      const shouldSend = await ctx.limits.tryTake(rate, hashEmail(mailboxKey(email)))
      const mail = { kind: 'REGISTRATION', address: email, language: languagePreference } as const
      await requestMail(bindRequest(ctx, req), mail, { shouldSend })
      return sendText(reply, translate(MAIL_SENT, languagePreference))
    },
  )
  app.post(
    '/members/register2/complete',
    {
      config: { policy: 'visitor' },
      schema: { body: CompleteRegistration(() => getCurrentReferenceYear(ctx)), response: { 201: Session } },
    },
    async (req, reply) =>
      reply
        .code(201)
        .send(
          respondWithSession(
            reply,
            await completeRegistration(bindRequest(ctx, req), req.body, extractVisitor(req, req.body.deviceKey)),
          ),
        ),
  )
  app.post(
    '/members/send-pwd-reset/:email',
    { config: { policy: 'visitor' }, schema: { params: EmailParam, response: { 204: z.void() } } },
    async (req, reply) => {
      const { email } = req.params
      await ctx.limits.take('resetMailsPerNetwork', getNetwork(req.ip))
      await ctx.limits.take('resetMailsPerEmail', hashEmail(emailKey(email)))
      const mail = { kind: 'PASSWORD_RESET', address: email, language: resolveLanguage(req) } as const
      return reply.code(204).send(await requestMail(bindRequest(ctx, req), mail))
    },
  )
  app.post(
    '/members/reset-pwd/:token',
    {
      config: { policy: 'visitor', body: 'text' },
      schema: { params: TokenParam, body: z.string(), response: { 200: PlainText } },
    },
    async (req, reply) => {
      const isActive = await resetPassword(bindRequest(ctx, req), req.params.token, req.body)
      return sendTranslated(req, reply, isActive ? PASSWORD_CHANGED : PASSWORD_WAITS)
    },
  )
}
