import type { Tx } from '@app/server/delivery/transact'
import { isVisibleMember } from '@app/server/policies/team'
import { sql } from 'kysely'
import { cancelUpcomingEvents } from '../../groups/deleting.ts'
import { listInviteRecipients, listOpenInvites } from '../../groups/invite-queries.ts'
import { notifyInvitesRemoved } from '../../groups/invites.ts'
import { notifyGroups, transferOwnership } from '../../groups/membership.ts'
import { listMemberIds } from '../../groups/queries.ts'
import { refreshVisibility } from '../../groups/visibility.ts'
import type { Remover } from './removal.ts'

/** Shows the group's open invites to their recipients again. */
async function notifyInvites(tx: Tx, groupId: string): Promise<void> {
  for (const recipientId of new Set(await listInviteRecipients(tx.db, groupId)))
    for (const { invite } of await listOpenInvites(tx.db, groupId, recipientId))
      tx.notify([recipientId], { type: 'group:invite', groupId, invite })
}

/**
 * A group. All of its memberships are held, with their roles and read positions, so that it has no members. Its
 * upcoming events stay canceled even if it is restored. The caller holds the locks of the group and of its upcoming
 * events.
 */
export const groupRemover: Remover = {
  async remove(tx, { contentId: groupId, authorId }, { decisionId }) {
    const { rows } = await sql`
      select from groups where id = ${groupId} and "memberCount" > 0 and "removedBy" is null`.execute(tx.db)
    if (rows.length === 0) return null
    const [memberIds, admins] = [await listMemberIds(tx.db, groupId), await listMemberIds(tx.db, groupId, 'admins')]
    notifyInvitesRemoved(tx, groupId, await listInviteRecipients(tx.db, groupId))
    await sql`update group_members set held = true where "groupId" = ${groupId}`.execute(tx.db)
    await sql`update groups set "memberCount" = 0, "removedBy" = ${decisionId} where id = ${groupId}`.execute(tx.db)
    await cancelUpcomingEvents(tx, { groupId, admins, actorId: authorId ?? '' })
    if (memberIds.length > 0) tx.notify(memberIds, { type: 'group:changed', groupId, group: null })
    return '{}'
  },
  async restore(tx, { contentId: groupId, decisionId }) {
    const { numAffectedRows } = await sql`
      update groups set "removedBy" = null, version = version + 1, "reloadVersion" = version + 1
      where id = ${groupId} and "removedBy" = ${decisionId}`.execute(tx.db)
    if (!numAffectedRows) return false
    // Members who are not visible now return with their account, all others return now.
    await sql`
      update group_members gm set held = not ${sql.raw(isVisibleMember('m'))} from members m
      where gm."groupId" = ${groupId} and m.id = gm."memberId"`.execute(tx.db)
    await sql`
      update groups set "memberCount" = (
        select count(*) from group_members where "groupId" = groups.id and not held)
      where id = ${groupId}`.execute(tx.db)
    const newOwners = await transferOwnership(tx.db, [groupId])
    await refreshVisibility(tx.db, newOwners)
    await notifyGroups(tx, [groupId], [], 'all')
    await notifyInvites(tx, groupId)
    return true
  },
}
