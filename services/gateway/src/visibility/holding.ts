import type { DatabaseTransaction } from '@app/server/db/database'
import type { Tx } from '@app/server/delivery/transact'
import { refreshSearchRows } from '@app/server/members/search-rows'
import { isVisibleMember } from '@app/server/policies/team'
import { sql } from 'kysely'
import { refreshChats } from '../chats/holding.ts'
import { leaveEvents } from '../events/leaving.ts'
import { holdMemberships, restoreMemberships } from '../groups/holding.ts'
import { refreshBadgesOfConfirmed } from '../verifications/badges.ts'

/**
 * Locks a member and all members whom this one has confirmed: in the order of ids and before any chat, like every other
 * transaction, so that none deadlocks.
 */
export const lockMemberAndConfirmed = (db: DatabaseTransaction, memberId: string) =>
  sql`
    select from members where id = ${memberId}
      or id in (select "memberId" from verifications where "verifierId" = ${memberId} and state = 'CONFIRMED')
    order by id for no key update`.execute(db)

/**
 * Locks, in one statement and in id order, the groups in which a member has a membership or an upcoming event. Two
 * statements, one for memberships and one for events, could deadlock with another transaction.
 */
const lockGroupsOf = ({ db, now }: Tx, memberId: string) =>
  sql`
    select from groups where id in (
      select "groupId" from group_members where "memberId" = ${memberId}
      union select "groupId" from events where "authorId" = ${memberId} and "eventTime" > ${now()} and "cancelledAt" is null)
    order by id for update`.execute(db)

/**
 * Removes a member who is no longer visible from search, chats, groups and events, and the member's confirmations from
 * the badges of others. The caller holds the locks of `lockMemberAndConfirmed`. Events that begin after `eventsUntil`
 * are hidden, but not canceled.
 */
export async function holdMember(tx: Tx, memberId: string, eventsUntil: Date | null = null): Promise<void> {
  await refreshSearchRows(tx.db, memberId)
  await refreshBadgesOfConfirmed(tx, memberId)
  await refreshChats(tx, memberId)
  await lockGroupsOf(tx, memberId)
  await holdMemberships(tx, memberId)
  await leaveEvents(tx, memberId, eventsUntil)
}

/** Reverses `holdMember`, except for events and answers, unless the member is still invisible for another reason. */
export async function restoreMember(tx: Tx, memberId: string): Promise<void> {
  const { rows } = await sql`
    select from members where id = ${memberId} and ${sql.raw(isVisibleMember('members'))}`.execute(tx.db)
  if (rows.length === 0) return
  await refreshSearchRows(tx.db, memberId)
  await refreshBadgesOfConfirmed(tx, memberId)
  await refreshChats(tx, memberId)
  await restoreMemberships(tx, memberId)
}
