import { GrantPrivate, PrivateGrant } from '@app/contract/photos'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { grantPrivateAlbum, listGrants, revokePrivateAlbum } from './grants.ts'

const NoContent = z.void()

export function registerGrants(app: App): void {
  app.get(
    '/photos/private',
    { config: { policy: 'member', membersCountAs: 'known' }, schema: { response: { 200: z.array(PrivateGrant) } } },
    (req) => listGrants(req.ctx.db, req.ctx.member.id),
  )
  app.post(
    '/photos/private/grant',
    { config: { policy: 'pair.grant' }, schema: { body: GrantPrivate, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await grantPrivateAlbum(req.ctx, req.body.userName)),
  )
  app.post(
    '/photos/private/withdraw',
    { config: { policy: 'pair.grant' }, schema: { body: GrantPrivate, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await revokePrivateAlbum(req.ctx, req.body.userName)),
  )
}
