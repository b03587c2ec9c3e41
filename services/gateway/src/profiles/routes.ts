import { MemberResponse, SavedMember, SaveMember } from '@app/contract/members/members'
import { UserNameParam } from '@app/contract/text/name-schemas'
import type { App } from '../http/app.ts'
import { openProfile } from './read-profile.ts'
import { saveMember } from './save.ts'

export function registerProfiles(app: App): void {
  app.get(
    '/members/username/:userName',
    {
      config: { policy: 'member.read', membersCountAs: 'search' },
      schema: { params: UserNameParam, response: { 200: MemberResponse } },
    },
    (req) => openProfile(req.ctx, req.params.userName),
  )
  app.post(
    '/members',
    {
      config: { policy: 'member', membersCountAs: 'self' },
      schema: { body: SaveMember, response: { 200: SavedMember } },
    },
    (req) => saveMember(req.ctx, req.body),
  )
}
