import { AppConfig, ClientLog } from '@app/contract/app'
import { CLIENT_LOG_MAX } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { networkOf } from '@app/server/process/network'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { extractSessionId } from '../http/login.ts'
import type { Limits } from '../limits/limits.ts'
import { referenceYearOf } from '../members/reference-year.ts'
import { maskClientLog } from './client-logs.ts'

export function registerAppConfig(app: App, ctx: Ctx, limits: Limits): void {
  app.get('/app-config', { config: { policy: 'visitor' }, schema: { response: { 200: AppConfig } } }, async () => ({
    supportUrl: ctx.config.supportUrl,
    referenceYear: referenceYearOf(ctx),
  }))
  app.post(
    '/client-logs',
    {
      bodyLimit: CLIENT_LOG_MAX,
      config: { policy: 'visitor' },
      schema: { body: ClientLog, response: { 204: z.void() } },
    },
    async (req, reply) => {
      const session = extractSessionId(app, req)
      await limits.take('clientLogs', session ?? networkOf(req.ip))
      req.log[req.body.level]({ client: maskClientLog(req.body), session }, 'reported by a client')
      return reply.code(204).send()
    },
  )
}
