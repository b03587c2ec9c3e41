import type { ChangeGroup, GroupMember, SaveGroup } from '@app/contract/groups'
import type { Unsigned } from '@app/contract/media'
import { nameKey } from '@app/contract/text/names'
import type { Ctx } from '@app/server/context'
import {
  createNamedRunner,
  type Database,
  type DatabaseTransaction,
  findViolatedConstraint,
} from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import { isCouple } from '@app/server/members/persons'
import { profilePhotoUrl } from '@app/server/photos/pictures'
import { eitherHasBlocked, memberNamed } from '@app/server/policies/blocking'
import { isAbsent } from '@app/server/policies/group-blocks'
import type { GroupRow } from '@app/server/policies/groups'
import { isBlockedPair } from '@app/server/policies/ignoring'
import { type RawBuilder, sql } from 'kysely'

function rethrowNameConflict(error: unknown): never {
  if (findViolatedConstraint(error) === 'groups_name') throw new AppError('GROUP_NAME_IN_USE')
  throw error
}

export async function insertGroup(
  db: DatabaseTransaction,
  ownerId: string,
  { groupName, description, isOpen, clientId }: SaveGroup,
  now: Date,
): Promise<string> {
  const createdAt = now.toISOString()
  const { id } = await db
    .insertInto('groups')
    .values({
      groupName,
      description,
      isOpen,
      clientId,
      ownerId,
      nameKey: nameKey(groupName),
      creatorId: ownerId,
      lastUpdate: createdAt,
      createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(rethrowNameConflict)
  return id
}

/** Finds the id of the group that this creator has already stored under the `clientId`. */
export async function findGroupByClientId(
  db: Database,
  creatorId: string,
  clientId: string,
): Promise<string | undefined> {
  const group = await db
    .selectFrom('groups')
    .select('id')
    .where('creatorId', '=', creatorId)
    .where('clientId', '=', clientId)
    .executeTakeFirst()
  return group?.id
}

/**
 * Updates a group and increments its version; returns undefined if nothing differs. The caller holds the group's lock.
 */
export async function updateGroup(
  db: DatabaseTransaction,
  groupId: string,
  { groupName, description, isOpen }: Required<ChangeGroup>,
): Promise<{ hasNewTexts: boolean } | undefined> {
  const { rows } = await sql<{ hasNewTexts: boolean }>`
    update groups set "groupName" = ${groupName}, "nameKey" = ${nameKey(groupName)}, description = ${description},
      "isOpen" = ${isOpen}, version = groups.version + 1
    from (select id, "groupName", description from groups where id = ${groupId}) earlier
    where groups.id = earlier.id
      and (groups."groupName", groups.description, groups."isOpen") is distinct from (${groupName}, ${description}, ${isOpen})
    returning (groups."groupName", groups.description) is distinct from (earlier."groupName", earlier.description)
      as "hasNewTexts"`
    .execute(db)
    .catch(rethrowNameConflict)
  return rows[0]
}

/** Increments the version of a changed group. */
export const incrementGroupVersion = (db: DatabaseTransaction, groupId: string) =>
  db.updateTable('groups').set({ version: sql<number>`version + 1` }).where('id', '=', groupId).execute()

/** Adds a member to a group, and marks all posts that the member can see as read. */
export const insertMembership = (
  db: DatabaseTransaction,
  row: { groupId: string; memberId: string; admin: boolean },
  now: Date,
) =>
  sql`
    insert into group_members ("groupId", "memberId", admin, "joinedAt", "readPosts", "lastReadId")
    select groups.id, joining.id, ${row.admin}, ${now}, posts, (
      select m.id from group_messages m
      where m."groupId" = groups.id and m."parentId" is null and not ${sql.raw(isAbsent('joining.id', 'm'))}
      order by m.id desc limit 1)
    from groups cross join (select ${row.memberId}::bigint as id) joining where groups.id = ${row.groupId}`.execute(db)

export const deleteMembership = (db: DatabaseTransaction, groupId: string, memberId: string) =>
  db.deleteFrom('group_members').where('groupId', '=', groupId).where('memberId', '=', memberId).execute()

export const setAdmin = (db: DatabaseTransaction, groupId: string, memberId: string, admin: boolean) =>
  db
    .updateTable('group_members')
    .set({ admin })
    .where('groupId', '=', groupId)
    .where('memberId', '=', memberId)
    .execute()

/** Counts the groups that a member is in, including held memberships. */
export async function countMemberships(db: Database, memberId: string): Promise<number> {
  const { count } = await db
    .selectFrom('group_members')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns whether the group has any members, including held ones. */
export async function hasMembers(db: DatabaseTransaction, groupId: string): Promise<boolean> {
  const rows = await db.selectFrom('group_members').select('memberId').where('groupId', '=', groupId).limit(1).execute()
  return rows.length > 0
}

/** Lists the ids of the group's members, or of its admins only. */
export async function listMemberIds(
  db: Database,
  groupId: string,
  audience: 'all' | 'admins' = 'all',
): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    select "memberId" from group_members
    where "groupId" = ${groupId} and not held and (admin or ${audience === 'all'}::boolean)`.execute(db)
  return rows.map(({ memberId }) => memberId)
}

export type GroupMembership = { memberId: string; admin: boolean; owner: boolean }

/** Finds a membership in the group by the member's name, for an admin, who sees all members of the group. */
export async function findMembership(
  db: Database,
  groupId: string,
  userName: string,
): Promise<GroupMembership | undefined> {
  const { rows } = await sql<GroupMembership>`
    select gm."memberId", gm.admin, g."ownerId" is not distinct from gm."memberId" as owner
    from group_members gm join groups g on g.id = gm."groupId" join members m on m.id = gm."memberId"
    where gm."groupId" = ${groupId} and not gm.held and m.id = ${memberNamed(sql`null::bigint`, userName)}`.execute(db)
  return rows[0]
}

/**
 * Returns SQL for the owner of the group `g` as a viewer sees it. If a block hides the owner, it is the longest-standing
 * admin, to whom the group would go if the owner had deleted the account.
 */
const visibleOwner = (
  viewer: RawBuilder<unknown>,
) => sql`case when not ${eitherHasBlocked(viewer, sql`g."ownerId"`)} then g."ownerId" else (
  select "memberId" from group_members
  where "groupId" = g.id and admin and not held and not ${eitherHasBlocked(viewer, sql`"memberId"`)}
  order by "joinedAt", "memberId" limit 1) end`

/**
 * Lists a group's members: the owner first, then admins, then the others by name. Hides members in a blocked pair with
 * the viewer, except from admins, who have to manage them.
 */
export function listMembers(
  ctx: Pick<Ctx, 'pool' | 'db'>,
  { id: groupId, role }: Pick<GroupRow, 'id' | 'role'>,
  viewerId: string,
  { from, limit }: { from: number; limit: number },
): Promise<Unsigned<typeof GroupMember>[]> {
  const includesBlocked = role === 'ADMIN'
  const notBlocked = includesBlocked
    ? sql``
    : sql`and not ${isBlockedPair(sql`gm."memberId"`, sql`${viewerId}::bigint`)}`
  const owner = includesBlocked ? sql`g."ownerId"` : visibleOwner(sql`${viewerId}::bigint`)
  const order = sql`order by owner desc, admin desc, key, "memberId"`
  const run = createNamedRunner(ctx, `group-members-${includesBlocked ? 'all' : 'visible'}`)
  return run(sql<Unsigned<typeof GroupMember>>`
    select m."userName", ${profilePhotoUrl('m', 'small')} as "profilePhotoUrl",
      ${sql.raw(isCouple('m'))} as couple, m.badges,
      membership.admin, membership.owner, m.id = ${viewerId} as mine
    from (
      select gm."memberId", gm.admin, ${owner} is not distinct from gm."memberId" as owner,
        m."nameKey" collate "C" as key
      from group_members gm join groups g on g.id = gm."groupId" join members m on m.id = gm."memberId"
      where gm."groupId" = ${groupId} and not gm.held ${notBlocked}
      ${order} offset ${from} limit ${limit}) membership
    join members m on m.id = membership."memberId" ${order}`)
}

export async function isInGroup(db: Database, groupId: string, memberId: string): Promise<boolean> {
  const { rows } = await sql`
    select from group_members where "groupId" = ${groupId} and "memberId" = ${memberId}`.execute(db)
  return rows.length > 0
}

/** Returns whether one of two members ignores or has blocked the other. */
export async function isInBlockedPair(db: Database, memberId: string, otherId: string): Promise<boolean> {
  const { rows } = await sql<{ blocked: boolean }>`
    select ${isBlockedPair(sql`${memberId}::bigint`, sql`${otherId}::bigint`)} as blocked`.execute(db)
  return rows[0]?.blocked ?? false
}
