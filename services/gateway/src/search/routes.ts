import { Encrypted, SearchCount, SearchFilter, SearchHint, SearchHit } from '@app/contract/members/profiles'
import { UserNameParam } from '@app/contract/text/name-schemas'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { encryptForSession } from './encryption.ts'
import { countByFilter, findByFilter, findByPartOfName, findHints } from './search.ts'

const Hits = z.array(SearchHit)

export function registerSearch(app: App): void {
  app.get(
    '/profiles/search-user-encrypted/:userName',
    {
      config: { policy: 'member.read', membersCountAs: 'search' },
      schema: { params: UserNameParam, response: { 200: Encrypted } },
    },
    async (req) => encryptForSession(req, Hits, await findByPartOfName(req.ctx, req.params.userName)),
  )
  app.post(
    '/profiles/search-encrypted',
    {
      config: { policy: 'member.read', membersCountAs: 'search' },
      schema: { body: SearchFilter, response: { 200: Encrypted } },
    },
    async (req) => encryptForSession(req, Hits, await findByFilter(req.ctx, req.body)),
  )
  app.post(
    '/profiles/search-hints',
    { config: { policy: 'member.read' }, schema: { body: SearchFilter, response: { 200: z.array(SearchHint) } } },
    (req) => findHints(req.ctx, req.body),
  )
  app.post(
    '/profiles/search-count',
    { config: { policy: 'member.read' }, schema: { body: SearchFilter, response: { 200: SearchCount } } },
    (req) => countByFilter(req.ctx, req.body),
  )
}
