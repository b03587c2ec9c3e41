import { ResetToken, Session, TokenParam } from '@app/contract/members/members'
import { PasskeyLogin, PasskeyRequest, RecoveryLogin } from '@app/contract/safety/passkeys'
import { createSessionResponse } from '../accounts/session-response.ts'
import { extractVisitor } from '../accounts/visitor.ts'
import type { GatewayCtx } from '../context.ts'
import type { App } from '../http/app.ts'
import { bindRequest } from '../http/request-id.ts'
import { endLogins } from './end-logins.ts'
import { logInWithPasskey, requestPasskey } from './login.ts'
import { logInWithCode } from './recovery-codes.ts'

/** Registers the routes by which visitors log in with a passkey or a recovery code, or end all logins with an emailed link. */
export function registerPasskeyLogin(app: App, ctx: GatewayCtx): void {
  app.post(
    '/sessions/passkey/options',
    { config: { policy: 'visitor' }, schema: { response: { 200: PasskeyRequest } } },
    (req) => requestPasskey(bindRequest(ctx, req), req.ip),
  )
  app.post(
    '/sessions/passkey',
    { config: { policy: 'visitor' }, schema: { body: PasskeyLogin, response: { 200: Session } } },
    async (req, reply) => {
      return createSessionResponse(
        app,
        ctx,
        reply,
        await logInWithPasskey(bindRequest(ctx, req), req.body, extractVisitor(req, req.body.deviceKey)),
      )
    },
  )
  app.post(
    '/sessions/recovery',
    { config: { policy: 'visitor' }, schema: { body: RecoveryLogin, response: { 200: Session } } },
    async (req, reply) => {
      return createSessionResponse(
        app,
        ctx,
        reply,
        await logInWithCode(bindRequest(ctx, req), req.body, extractVisitor(req, req.body.deviceKey)),
      )
    },
  )
  app.post(
    '/members/new-device/:token',
    { config: { policy: 'visitor' }, schema: { params: TokenParam, response: { 200: ResetToken } } },
    (req) => endLogins(bindRequest(ctx, req), req.params.token),
  )
}
