import { VerificationsResponse, Verify } from '@app/contract/members/verifications'
import { UserNameParam } from '@app/contract/text/name-schemas'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { verify } from './actions.ts'
import { readVerifications } from './read-verifications.ts'

export function registerVerifications(app: App): void {
  app.get(
    '/verifications/:userName',
    {
      config: { policy: 'member.read', membersCountAs: 'search' },
      schema: { params: UserNameParam, response: { 200: VerificationsResponse } },
    },
    (req) => readVerifications(req.ctx, req.params.userName),
  )
  app.post(
    '/verifications/verify',
    { config: { policy: 'pair.verify' }, schema: { body: Verify, response: { 204: z.void() } } },
    async (req, reply) => reply.code(204).send(await verify(req.ctx, req.body)),
  )
}
