import { UserNameParam } from '@app/contract/names'
import { Encrypted } from '@app/contract/profiles'
import type { App } from '../app.ts'
import type { Limits } from '../limits/limits.ts'
import { encryptFor } from './encryption.ts'
import { findByPartOfName } from './search.ts'

export function registerProfiles(app: App, limits: Limits): void {
  app.get(
    '/profiles/search-user-encrypted/:userName',
    { config: { policy: 'member.read' }, schema: { params: UserNameParam, response: { 200: Encrypted } } },
    async (req) => encryptFor(req, await findByPartOfName(req.ctx, limits, req.params.userName)),
  )
}
