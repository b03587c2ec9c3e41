import { IdParam } from '@app/contract/base'
import { Session } from '@app/contract/members/members'
import { SessionEntry } from '@app/contract/members/sessions'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { logOut, logOutEverywhere, revokeSession } from './actions.ts'
import { listSessions, readSessionOwner } from './queries.ts'

const NoContent = z.void()

export function registerSessions(app: App): void {
  app.get(
    '/sessions/verify',
    {
      config: { policy: 'member', beforeAgeCheck: true, membersCountAs: 'self' },
      schema: { response: { 200: Session } },
    },
    async ({ ctx, sessionToken }) => ({
      sessionId: sessionToken,
      ...(await readSessionOwner(ctx.db, ctx.member)),
    }),
  )
  app.get(
    '/sessions',
    { config: { policy: 'member', beforeAgeCheck: true }, schema: { response: { 200: z.array(SessionEntry) } } },
    ({ ctx }) => listSessions(ctx.db, ctx.member, ctx.now()),
  )
  app.post(
    '/sessions/:id/end',
    { config: { policy: 'member', beforeAgeCheck: true }, schema: { params: IdParam, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await revokeSession(req.ctx, req.params.id)),
  )
  app.post(
    '/sessions/logout',
    { config: { policy: 'member', beforeAgeCheck: true }, schema: { response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await logOut(req.ctx)),
  )
  app.post(
    '/sessions/logout-everywhere',
    { config: { policy: 'member', beforeAgeCheck: true }, schema: { response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await logOutEverywhere(req.ctx)),
  )
}
