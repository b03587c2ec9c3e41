import type { GroupRole } from '@app/contract/groups'
import { type RawBuilder, sql } from 'kysely'
import type { Member } from '../context.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { eitherHasBlocked } from './blocking.ts'
import { roleInGroup } from './group-roles.ts'
import { isBlockedPair } from './ignoring.ts'

/** A group as the policy sees it, and the relation of one member to it. */
export type GroupRow = {
  id: string
  groupName: string
  ownerId: string | null
  isOpen: boolean
  version: number
  memberCount: number
  /** The number of posts that are not deleted. */
  posts: number
  role: GroupRole
  /** Whether this member owns it. */
  owner: boolean
  /** Whether the owner and this member are a blocked pair. */
  isBlocked: boolean
}

/**
 * read: view the content. write: post, comment, delete own messages, mark as read. admin: change the group, invite,
 * manage members, delete messages of others. join: join an open group. answer: respond to an invite. delete: delete
 * the group.
 */
export type GroupAction = 'read' | 'write' | 'admin' | 'join' | 'answer' | 'delete'

export const isGroupMember = ({ role }: Pick<GroupRow, 'role'>): boolean => role === 'MEMBER' || role === 'ADMIN'

/** Returns whether a member's role in the group allows an action. */
function canPerform(group: GroupRow, action: GroupAction): boolean {
  if (action === 'join') return group.isOpen && !group.isBlocked
  if (action === 'answer') return group.role === 'INVITED'
  if (action === 'delete') return group.owner
  return action === 'admin' ? group.role === 'ADMIN' : isGroupMember(group)
}

/** Throws unless the policy allows the action. */
export function assertGroupAccess(group: GroupRow | undefined, action: GroupAction): GroupRow {
  if (!group) throw new AppError('NOT_FOUND')
  if ((action === 'join' || action === 'answer') && isGroupMember(group)) throw new AppError('CONFLICT')
  if (!canPerform(group, action)) throw new AppError('FORBIDDEN')
  return group
}

/**
 * Returns the query for the row that `assertGroupAccess` checks, which other statements can include. It finds neither
 * groups without members, which are about to be purged, nor groups that this member is not in and whose members are all
 * hidden from this member.
 */
export const selectGroup = (groupId: string, memberId: string): RawBuilder<GroupRow> => sql`
  select g.id::text, g."groupName", g."ownerId"::text, g."isOpen", g.version, g."memberCount", g.posts,
    ${roleInGroup(sql`${memberId}::bigint`)} as role, g."ownerId" is not distinct from ${memberId}::bigint as owner,
    ${isBlockedPair(sql`g."ownerId"`, sql`${memberId}::bigint`)} as "isBlocked"
  from groups g
  left join group_members gm on gm."groupId" = g.id and gm."memberId" = ${memberId} and not gm.held
  where g.id = ${groupId} and g."memberCount" > 0
    and (gm."memberId" is not null or not ${eitherHasBlocked(sql`g."ownerId"`, sql`${memberId}::bigint`)} or exists (
      select from group_members visible where visible."groupId" = g.id and not visible.held
        and not ${eitherHasBlocked(sql`visible."memberId"`, sql`${memberId}::bigint`)}))`

/** Returns a group if the policy allows the action, and throws otherwise. */
export async function requireGroup(
  db: Database,
  groupId: string,
  member: Pick<Member, 'id'>,
  action: GroupAction,
): Promise<GroupRow> {
  const { rows } = await selectGroup(groupId, member.id).execute(db)
  return assertGroupAccess(rows[0], action)
}

/**
 * Authorizes an action on a group and locks it until the transaction ends. Unauthorized callers lock nothing. Taken
 * after locks on members.
 */
export async function lockGroup(
  db: DatabaseTransaction,
  groupId: string,
  member: Pick<Member, 'id'>,
  action: GroupAction,
): Promise<GroupRow> {
  await requireGroup(db, groupId, member, action)
  await sql`select id from groups where id = ${groupId} for update`.execute(db)
  return requireGroup(db, groupId, member, action)
}
