import type { GroupRole } from '@app/contract/groups'
import { type RawBuilder, sql } from 'kysely'
import type { Member } from '../context.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { isBlockedPair } from './ignoring.ts'

/** A group as the rules see it, and what this member is in it. */
export type GroupRow = {
  id: string
  groupName: string
  ownerId: string | null
  isOpen: boolean
  version: number
  memberCount: number
  /** Messages that are there, comments not counted. */
  posts: number
  role: GroupRole
  /** Whether this member owns it. */
  owner: boolean
  /** The owner and this member do not want to meet. */
  ignoring: boolean
}

/**
 * read: see its inside. write: post, comment, mark as read. moderate: take away what was written. admin: change it, invite,
 * manage members. join: enter an open one. answer: an invite to me. end: delete it.
 */
export type GroupAction = 'read' | 'write' | 'moderate' | 'admin' | 'join' | 'answer' | 'end'

export const isGroupMember = ({ role }: Pick<GroupRow, 'role'>): boolean => role === 'MEMBER' || role === 'ADMIN'

/** Of a group everybody may know; what they may do in it follows from what they are in it. */
function canPerform(group: GroupRow, action: GroupAction, level: Member['level']): boolean {
  if (action === 'join') return group.isOpen && !group.ignoring
  if (action === 'answer') return group.role === 'INVITED'
  if (action === 'end') return group.owner || level === 'ADMIN'
  if (action === 'moderate' && level === 'ADMIN') return true
  return action === 'admin' ? group.role === 'ADMIN' : isGroupMember(group)
}

/** The one rule for groups: name and text are for all members, the inside is for those who are in it. */
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

/**
 * For statements with an invite `i`: it waits for an answer, from somebody who may still invite, and nothing stands between
 * the two.
 */
export const isInviteOpen = sql<boolean>`(not i.declined
  and not ${isBlockedPair(sql`i."inviterId"`, sql`i."recipientId"`)}
  and exists (select from group_members inviter where inviter."groupId" = i."groupId"
    and inviter."memberId" = i."inviterId" and inviter.admin and not inviter.held))`

/** For statements with a group `g` and this member's row `gm` in it, if there is one: what the member is there. */
export const roleIn = (memberId: RawBuilder<unknown>): RawBuilder<GroupRole> => sql`case
  when gm.admin then 'ADMIN' when gm."memberId" is not null then 'MEMBER'
  when exists (select from group_invites i where i."groupId" = g.id and i."recipientId" = ${memberId} and ${isInviteOpen})
  then 'INVITED' else 'NONE' end`

/** The row that `judgeGroup` judges, for statements that ask for more at the same time. A group without anybody is not there. */
export const selectGroup = (groupId: string, memberId: string): RawBuilder<GroupRow> => sql`
  select g.id::text, g."groupName", g."ownerId"::text, g."isOpen", g.version, g."memberCount", g.posts,
    ${roleIn(sql`${memberId}::bigint`)} as role, g."ownerId" is not distinct from ${memberId}::bigint as owner,
    ${isBlockedPair(sql`g."ownerId"`, sql`${memberId}::bigint`)} as ignoring
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
 * Keeps the group as it is judged until the transaction ends; whoever wants to write to it waits. Whoever may not do it
 * locks nothing. Where members are locked, too, they are locked before.
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
