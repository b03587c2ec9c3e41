import type { GroupCount } from '@app/contract/groups'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Database, runNamed } from '../db/database.ts'
import { isInviteOpen } from '../policies/group-invites.ts'

type Dependencies = { pool: pg.Pool; db: Database }

const selectCounts = (memberIds: string[]) => sql<GroupCount & { memberId: string }>`
  select member.id::text as "memberId", unread.groups::int, unread.messages::int,
    (select count(*)::int from group_invites i where i."recipientId" = member.id and ${isInviteOpen}) as invites
  from unnest(${memberIds}::bigint[]) member(id)
  cross join lateral (
    select count(*) as groups, coalesce(sum(g.posts - gm."readPosts"), 0) as messages
    from group_members gm join groups g on g.id = gm."groupId"
    where gm."memberId" = member.id and not gm.held and g.posts > gm."readPosts") unread`

/** Returns each member's numbers of groups with unread posts, unread posts, and unanswered invites. */
export async function countGroupsByMember(
  { pool, db }: Dependencies,
  memberIds: string[],
): Promise<Map<string, GroupCount>> {
  const rows = await runNamed(pool, 'count-groups', selectCounts(memberIds).compile(db))
  return new Map(rows.map(({ memberId, ...count }) => [memberId, count]))
}

/** Returns the same numbers for one member. */
export async function countGroups(deps: Dependencies, memberId: string): Promise<GroupCount> {
  return (await countGroupsByMember(deps, [memberId])).get(memberId) ?? { groups: 0, messages: 0, invites: 0 }
}
