import { RESYNC_VERSIONS_MAX } from '@app/contract/limits'
import type { Tx } from '@app/server/transact'
import { sql } from 'kysely'
import { listInvitesBy } from './invite-queries.ts'
import { notifyInvitesRemoved } from './invites.ts'
import { applyMembershipChange } from './membership.ts'

/** Marks a member's places in groups; in one order, so that two who go at the same moment do not wait in a circle. */
async function setHeld({ db }: Tx, memberId: string, held: boolean): Promise<string[]> {
  const memberships = sql`"memberId" = ${memberId} and held <> ${held}`
  await sql`
    select id from groups where id in (select "groupId" from group_members where ${memberships})
    order by id for update`.execute(db)
  const { rows } = await sql<{ groupId: string }>`
    update group_members set held = ${held} where ${memberships} returning "groupId"`.execute(db)
  const groupIds = rows.map(({ groupId }) => groupId)
  await forceResync(db, groupIds)
  return groupIds
}

/** What the member has written stands anywhere in these groups: further behind than this nobody catches up. */
const forceResync = (db: Tx['db'], groupIds: string[]) =>
  sql`update groups set version = version + ${RESYNC_VERSIONS_MAX} where id = any(${groupIds}::bigint[])`.execute(db)

/** Takes a member on the way out from the groups, who stays in none of their numbers; others take over where they have to. */
export async function holdGroups(tx: Tx, memberId: string): Promise<void> {
  const invites = await listInvitesBy(tx.db, memberId)
  await applyMembershipChange(tx, await setHeld(tx, memberId, true), -1)
  for (const { groupId, recipientId } of invites) notifyInvitesRemoved(tx, groupId, [recipientId])
}

/** Puts the member back: an admin who was one, though no owner any more where another has taken over. */
export async function restoreGroups(tx: Tx, memberId: string): Promise<void> {
  await applyMembershipChange(tx, await setHeld(tx, memberId, false), 1)
  for (const { groupId, recipientId, invite } of await listInvitesBy(tx.db, memberId))
    tx.notify([recipientId], { type: 'group:invite', groupId, invite })
}
