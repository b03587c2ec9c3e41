import type { GroupRole } from '@app/contract/groups'
import { type RawBuilder, sql } from 'kysely'
import { isInviteOpen } from './group-invites.ts'

/** Returns SQL for a member's role in the group `g`, for statements with a left join of the membership `gm`. */
export const roleInGroup = (memberId: RawBuilder<unknown>): RawBuilder<GroupRole> => sql`case
  when gm.admin then 'ADMIN' when gm."memberId" is not null then 'MEMBER'
  when exists (
    select from group_invites i where i."groupId" = g.id and i."recipientId" = ${memberId} and ${isInviteOpen})
  then 'INVITED' else 'NONE' end`
