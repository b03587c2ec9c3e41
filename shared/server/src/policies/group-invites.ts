import { sql } from 'kysely'
import { isBlockedPair } from './ignoring.ts'

/**
 * A SQL predicate that checks whether the invite `i` can be answered: it was not declined, its inviter is still an
 * admin of the group, and the two members are not a blocked pair.
 */
export const isInviteOpen = sql<boolean>`(not i.declined
  and not ${isBlockedPair(sql`i."inviterId"`, sql`i."recipientId"`)}
  and exists (select from group_members inviter where inviter."groupId" = i."groupId"
    and inviter."memberId" = i."inviterId" and inviter.admin and not inviter.held))`
