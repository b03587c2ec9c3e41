import { GettingStarted } from '@app/contract/welcome'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { hideGettingStarted, readGettingStarted } from './getting-started.ts'

const NoContent = z.void()

export function registerWelcome(app: App): void {
  app.get(
    '/getting-started',
    { config: { policy: 'member' }, schema: { response: { 200: GettingStarted } } },
    ({ ctx }) => readGettingStarted(ctx.db, ctx.member.accountId),
  )
  app.post(
    '/getting-started/hide',
    { config: { policy: 'member' }, schema: { response: { 204: NoContent } } },
    async ({ ctx }, reply) => reply.code(204).send(await hideGettingStarted(ctx.db, ctx.member.accountId)),
  )
}
