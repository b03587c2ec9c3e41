import { Visitor } from '@app/contract/members/profiles'
import { UserNameParam } from '@app/contract/text/name-schemas'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { kiss, visit } from './actions.ts'
import { deleteVisits } from './queries.ts'
import { readVisitors } from './visitors.ts'

const NoContent = z.void()

export function registerVisits(app: App): void {
  app.get(
    '/profiles/visits/:userName',
    {
      config: { policy: 'visits.read', membersCountAs: 'search' },
      schema: { params: UserNameParam, response: { 200: z.array(Visitor) } },
    },
    (req) => readVisitors(req.ctx, req.params.userName),
  )
  app.post(
    '/profiles/visits/:userName',
    { config: { policy: 'member.read' }, schema: { params: UserNameParam, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await visit(req.ctx, req.params.userName)),
  )
  app.post(
    '/profiles/visits/kiss/:userName',
    { config: { policy: 'pair.kiss' }, schema: { params: UserNameParam, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await kiss(req.ctx, req.params.userName)),
  )
  app.post(
    '/profiles/visits/clear',
    { config: { policy: 'member' }, schema: { response: { 204: NoContent } } },
    async ({ ctx }, reply) => reply.code(204).send(await deleteVisits(ctx.db, ctx.member.accountId)),
  )
}
