import { AppConfig, ClientLog } from '@app/contract/app'
import { CLIENT_LOG_BYTES_MAX } from '@app/contract/limits'
import { getCurrentReferenceYear } from '@app/server/members/reference-year'
import { getNetwork } from '@app/server/process/network'
import * as z from 'zod/mini'
import type { GatewayCtx } from '../context.ts'
import type { App } from '../http/app.ts'
import { extractSessionId } from '../http/session-check.ts'
import { maskClientLog } from './client-logs.ts'

/** Registers the routes for every client: its configuration, and its reports. */
export function registerClientRoutes(app: App, ctx: GatewayCtx): void {
  app.get('/app-config', { config: { policy: 'visitor' }, schema: { response: { 200: AppConfig } } }, async () => ({
    supportUrl: ctx.config.supportUrl,
    referenceYear: getCurrentReferenceYear(ctx),
    helpLines: ctx.config.helpLines,
    disputeAddress: ctx.config.disputeAddress,
    blocks: ctx.config.blocks,
    ageAssurance: ctx.config.ageAssurance === 'off' ? null : ctx.config.ageAssurance,
    pushKey: ctx.config.pushKey?.publicKey ?? null,
  }))
  app.post(
    '/client-logs',
    {
      bodyLimit: CLIENT_LOG_BYTES_MAX,
      config: { policy: 'visitor' },
      schema: { body: ClientLog, response: { 204: z.void() } },
    },
    async (req, reply) => {
      const session = extractSessionId(app, req)
      await ctx.limits.take('clientLogs', session ?? getNetwork(req.ip))
      req.log[req.body.level]({ client: maskClientLog(req.body), session }, 'reported by a client')
      return reply.code(204).send()
    },
  )
}
