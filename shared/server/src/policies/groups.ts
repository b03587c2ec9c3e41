import type { GroupRole } from '@app/contract/groups'
import { type RawBuilder, sql } from 'kysely'
import type { Member } from '../context.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { isInviteOpen } from './group-invites.ts'
import { isBlockedPair } from './ignoring.ts'

/** A group as the policy sees it, and the relation of one member to it. */
export type GroupRow = {
  id: string
  groupName: string
  ownerId: string | null
  isOpen: boolean
  version: number
  memberCount: number
  /** Messages that are not deleted, without comments. */
  posts: number
  role: GroupRole
  /** Whether this member owns it. */
  owner: boolean
  /** The owner and this member are a blocked pair. */
  isBlocked: boolean
}

/**
 * read: view its content. write: post, comment, mark as read. moderate: delete messages. admin: change it, invite,
 * manage members. join: enter an open one. answer: respond to an invite. end: delete it.
 */
export type GroupAction = 'read' | 'write' | 'moderate' | 'admin' | 'join' | 'answer' | 'end'

export const isGroupMember = ({ role }: Pick<GroupRow, 'role'>): boolean => role === 'MEMBER' || role === 'ADMIN'

/** Returns whether the role in a group allows an action. Every member may know that the group exists. */
function canPerform(group: GroupRow, action: GroupAction, level: Member['level']): boolean {
  if (action === 'join') return group.isOpen && !group.isBlocked
  if (action === 'answer') return group.role === 'INVITED'
  if (action === 'end') return group.owner || level === 'ADMIN'
  if (action === 'moderate' && level === 'ADMIN') return true
  return action === 'admin' ? group.role === 'ADMIN' : isGroupMember(group)
}

/**
 * Throws if the policy does not allow the action: name and description are for all members, the content is for the
 * group's.
 */
export function assertGroupAccess(
  group: GroupRow | undefined,
  member: Pick<Member, 'level'>,
  action: GroupAction,
): GroupRow {
  if (!group) throw new AppError('NOT_FOUND')
  if ((action === 'join' || action === 'answer') && isGroupMember(group)) throw new AppError('CONFLICT')
  if (!canPerform(group, action, member.level)) throw new AppError('FORBIDDEN')
  return group
}

/** Returns SQL for a member's role in a group `g`, given a left join with their row `gm` in it. */
export const roleIn = (memberId: RawBuilder<unknown>): RawBuilder<GroupRole> => sql`case
  when gm.admin then 'ADMIN' when gm."memberId" is not null then 'MEMBER'
  when exists (select from group_invites i where i."groupId" = g.id and i."recipientId" = ${memberId} and ${isInviteOpen})
  then 'INVITED' else 'NONE' end`

/**
 * Returns SQL for the row that `assertGroupAccess` checks, for statements that select more. A group without members
 * does not exist.
 */
export const selectGroup = (groupId: string, memberId: string): RawBuilder<GroupRow> => sql`
  select g.id::text, g."groupName", g."ownerId"::text, g."isOpen", g.version, g."memberCount", g.posts,
    ${roleIn(sql`${memberId}::bigint`)} as role, g."ownerId" is not distinct from ${memberId}::bigint as owner,
    ${isBlockedPair(sql`g."ownerId"`, sql`${memberId}::bigint`)} as "isBlocked"
  from groups g
  left join group_members gm on gm."groupId" = g.id and gm."memberId" = ${memberId} and not gm.held
  where g.id = ${groupId} and g."memberCount" > 0`

export async function requireGroup(
  db: Database,
  groupId: string,
  member: Pick<Member, 'id' | 'level'>,
  action: GroupAction,
): Promise<GroupRow> {
  const { rows } = await selectGroup(groupId, member.id).execute(db)
  return assertGroupAccess(rows[0], member, action)
}

/**
 * Authorizes an action on the group and locks it until the transaction ends; other writers wait. Unauthorized callers
 * lock nothing. Locks on members are taken before.
 */
export async function lockGroup(
  db: DatabaseTransaction,
  groupId: string,
  member: Pick<Member, 'id' | 'level'>,
  action: GroupAction,
): Promise<GroupRow> {
  await requireGroup(db, groupId, member, action)
  await sql`select id from groups where id = ${groupId} for update`.execute(db)
  return requireGroup(db, groupId, member, action)
}
