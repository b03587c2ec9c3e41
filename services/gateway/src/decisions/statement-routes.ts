import { Appeal, Statement, StatementTokenParam } from '@app/contract/safety/decisions'
import * as z from 'zod/mini'
import type { GatewayCtx } from '../context.ts'
import type { App } from '../http/app.ts'
import { bindRequest } from '../http/request-id.ts'
import { appealByToken } from './appeals.ts'
import { sendPicture, WEBP_RESPONSE } from './send-picture.ts'
import { readPictureByToken, readStatementByToken } from './statements.ts'

/** Registers the routes of the emailed link to a statement, which works without a session. */
export function registerStatements(app: App, ctx: GatewayCtx): void {
  const config = { policy: 'statement.link' } as const
  const params = StatementTokenParam
  app.get('/statements/:token', { config, schema: { params, response: { 200: Statement } } }, (req) =>
    readStatementByToken(bindRequest(ctx, req), req.params.token, req.ip),
  )
  app.post(
    '/statements/:token/appeal',
    { config, schema: { params, body: Appeal, response: { 204: z.void() } } },
    async (req, reply) =>
      reply.code(204).send(await appealByToken(bindRequest(ctx, req), req.params.token, req.body, req.ip)),
  )
  app.get('/statements/:token/picture', { config, schema: { params, response: WEBP_RESPONSE } }, async (req, reply) =>
    sendPicture(reply, await readPictureByToken(bindRequest(ctx, req), req.params.token, req.ip)),
  )
}
