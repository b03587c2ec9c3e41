import { GROUPS_PER_MEMBER } from '@app/contract/limits'
import type { GroupEnvelope } from '@app/contract/pushes'
import type { DatabaseTransaction } from '@app/server/db/database'
import type { MemberTx, Tx } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { listGroupInfos, listGroupViews } from '@app/server/group-views/group-views'
import { TEAM_ID } from '@app/server/policies/team'
import { sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import { countMemberships } from './queries.ts'
import { type Membership, refreshVisibility } from './visibility.ts'

/**
 * Throws VALIDATION if the member has reached the limit on groups. Does not apply to the team, whose groups all admins
 * share, or while rate limits are off. The caller holds the lock on the member.
 */
export async function assertGroupQuota({ config }: Pick<MemberCtx, 'config'>, { db, member }: MemberTx): Promise<void> {
  if (config.rateLimits && member.id !== TEAM_ID && (await countMemberships(db, member.id)) >= GROUPS_PER_MEMBER)
    throw new AppError('VALIDATION', { fields: [{ path: 'groups', problem: 'groups.many' }] })
}

const changeMemberCount = (db: DatabaseTransaction, groupIds: string[], delta: number, reload: boolean) =>
  sql`update groups set "memberCount" = "memberCount" + ${delta}, version = version + 1,
      "reloadVersion" = case when ${reload}::boolean then version + 1 else "reloadVersion" end
    where id = any(${groupIds}::bigint[])`.execute(db)

/**
 * Gives each group whose owner has left or is held a new owner: the longest-standing admin, or else the longest-standing
 * member. Returns the memberships of the new owners.
 */
export async function transferOwnership(db: DatabaseTransaction, groupIds: string[]): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    with successors as (
      select g.id, successor."memberId" from groups g
      cross join lateral (
        select "memberId" from group_members where "groupId" = g.id and not held
        order by admin desc, "joinedAt", "memberId" limit 1) successor
      where g.id = any(${groupIds}::bigint[]) and not exists (
        select from group_members where "groupId" = g.id and "memberId" = g."ownerId" and not held)
    ), transferred as (
      update groups set "ownerId" = successors."memberId" from successors where groups.id = successors.id
    )
    update group_members gm set admin = true from successors
    where gm."groupId" = successors.id and gm."memberId" = successors."memberId"
    returning gm."groupId", gm."memberId"`.execute(db)
  return rows
}

/**
 * Pushes to each `changed` member their own view of the group. Then pushes each group's public state to all its members;
 * members in `reloadFor` receive their own view instead and reload the messages.
 */
export async function notifyGroups(
  tx: Tx,
  groupIds: string[],
  changed: Membership[] = [],
  reloadFor?: GroupEnvelope['reloadFor'],
): Promise<void> {
  for (const { memberId, group } of await listGroupViews(tx.db, changed))
    tx.notify([memberId], { type: 'group:changed', groupId: group.groupId, group })
  for (const { version, info } of await listGroupInfos(tx.db, groupIds))
    tx.notifyGroup(info.groupId, null, { type: 'group:info', version, info }, reloadFor)
}

type MembershipChange = { delta: 1 | -1; changed?: Membership[]; reload?: boolean }

/**
 * Updates member counts and ownership after a member has joined or left the groups, and notifies. With `reload`, the
 * member's messages were hidden or shown, so that all members must load them again. The caller holds the groups' locks.
 */
export async function applyMembershipChange(
  tx: Tx,
  groupIds: string[],
  { delta, changed = [], reload = false }: MembershipChange,
): Promise<void> {
  if (groupIds.length === 0) return
  await changeMemberCount(tx.db, groupIds, delta, reload)
  const newOwners = await transferOwnership(tx.db, groupIds)
  const refreshed = await refreshVisibility(tx.db, newOwners)
  const reloadFor = reload ? 'all' : refreshed.map(({ memberId }) => memberId)
  await notifyGroups(tx, groupIds, [...changed, ...newOwners], reloadFor)
}
