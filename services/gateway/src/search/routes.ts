import { Encrypted, SearchFilter, SearchHint } from '@app/contract/members/profiles'
import { UserNameParam } from '@app/contract/text/names'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import type { Limits } from '../limits/limits.ts'
import { encryptForSession } from './encryption.ts'
import { findByFilter, findByPartOfName, findHints } from './search.ts'

export function registerSearch(app: App, limits: Limits): void {
  app.get(
    '/profiles/search-user-encrypted/:userName',
    {
      config: { policy: 'member.read', names: 'search' },
      schema: { params: UserNameParam, response: { 200: Encrypted } },
    },
    async (req) => encryptForSession(req, await findByPartOfName(req.ctx, limits, req.params.userName)),
  )
  app.post(
    '/profiles/search-encrypted',
    {
      config: { policy: 'member.read', names: 'search' },
      schema: { body: SearchFilter, response: { 200: Encrypted } },
    },
    async (req) => encryptForSession(req, await findByFilter(req.ctx, limits, req.body)),
  )
  app.post(
    '/profiles/search-hints',
    { config: { policy: 'member.read' }, schema: { body: SearchFilter, response: { 200: z.array(SearchHint) } } },
    (req) => findHints(req.ctx, limits, req.body),
  )
}
