import { sql } from 'kysely'
import { isBlockedPair } from './ignoring.ts'

/**
 * SQL for whether an invite `i` can be answered: it was not declined, its inviter may still invite, and neither of the
 * two ignores the other.
 */
export const isInviteOpen = sql<boolean>`(not i.declined
  and not ${isBlockedPair(sql`i."inviterId"`, sql`i."recipientId"`)}
  and exists (select from group_members inviter where inviter."groupId" = i."groupId"
    and inviter."memberId" = i."inviterId" and inviter.admin and not inviter.held))`
