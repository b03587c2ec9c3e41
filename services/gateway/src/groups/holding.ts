import type { Tx } from '@app/server/delivery/transact'
import { sql } from 'kysely'
import { listInvitesBy } from './invite-queries.ts'
import { notifyInvitesRemoved } from './invites.ts'
import { applyMembershipChange } from './membership.ts'
import { recomputePreviews } from './preview.ts'

/**
 * Sets `held` on a member's memberships, except in groups that the team has removed. Recomputes the previews of the
 * changed groups, which may show a message of the member, and returns their ids. Locks the groups in id order, so that
 * concurrent transactions cannot deadlock.
 */
async function setHeld({ db }: Tx, memberId: string, held: boolean): Promise<string[]> {
  const memberships = sql`"memberId" = ${memberId} and held <> ${held} and not exists (
    select from groups removed where removed.id = group_members."groupId" and removed."removedBy" is not null)`
  await sql`
    select id from groups where id in (select "groupId" from group_members where ${memberships})
    order by id for update`.execute(db)
  const { rows } = await sql<{ groupId: string }>`
    update group_members set held = ${held} where ${memberships} returning "groupId"`.execute(db)
  const groupIds = rows.map(({ groupId }) => groupId)
  await recomputePreviews(db, groupIds)
  return groupIds
}

/** Holds the memberships of a member who is no longer visible, hides their invites and transfers their groups. */
export async function holdMemberships(tx: Tx, memberId: string): Promise<void> {
  const invites = await listInvitesBy(tx.db, memberId)
  await applyMembershipChange(tx, await setHeld(tx, memberId, true), { delta: -1, reload: true })
  for (const { groupId, recipientId } of invites) notifyInvitesRemoved(tx, groupId, [recipientId])
}

/** Restores the memberships and admin roles that `holdMemberships` held, but no ownership that was transferred. */
export async function restoreMemberships(tx: Tx, memberId: string): Promise<void> {
  await applyMembershipChange(tx, await setHeld(tx, memberId, false), { delta: 1, reload: true })
  for (const { groupId, recipientId, invite } of await listInvitesBy(tx.db, memberId))
    tx.notify([recipientId], { type: 'group:invite', groupId, invite })
}
