import { FileNotice } from '@app/contract/safety/notices'
import * as z from 'zod/mini'
import type { GatewayCtx } from '../context.ts'
import type { App } from '../http/app.ts'
import { bindRequest } from '../http/request-id.ts'
import { fileNotice } from './notices.ts'

/** Registers the route for notices of illegal content, which requires no session. */
export function registerNotices(app: App, ctx: GatewayCtx): void {
  app.post(
    '/notices',
    { config: { policy: 'visitor' }, schema: { body: FileNotice, response: { 204: z.void() } } },
    async (req, reply) => reply.code(204).send(await fileNotice(bindRequest(ctx, req), req.body, req.ip)),
  )
}
