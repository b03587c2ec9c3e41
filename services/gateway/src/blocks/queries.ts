import { BLOCK_REVERSIBLE_MS } from '@app/contract/limits'
import type { Block, BlockEffects } from '@app/contract/members/blocks'
import type { Database, DatabaseTransaction } from '@app/server/db/database'
import { isVisibleMember } from '@app/server/policies/team'
import { sql } from 'kysely'

/** Selects the newest chat that the blocker keeps; null if there is none. */
const selectKeptChat = sql`
  select mine."chatId"::text from chat_members mine
  where mine."memberId" = ignores."ignorerId" and mine."otherId" = ignores."ignoredId" and mine.folder = 'KEPT'
  order by mine."lastUpdate" desc, mine."chatId" desc limit 1`

/** Lists the blocks by a member, newest first. Omits blocked members whose account is being deleted. */
export async function listBlocks(db: Database, memberId: string): Promise<Block[]> {
  const { rows } = await sql<Block>`
    select other.id::text, other."userName", ignores."blockedAt", (${selectKeptChat}) as "chatId",
      ignores."blockedAt" + ${`${BLOCK_REVERSIBLE_MS} ms`}::interval as "reversibleUntil"
    from ignores join members other on other.id = ignores."ignoredId" and ${sql.raw(isVisibleMember('other'))}
    where ignores."ignorerId" = ${memberId} and ignores.kind = 'BLOCK'
    order by ignores."blockedAt" desc, other.id desc`.execute(db)
  return rows
}

export async function countBlocks(db: DatabaseTransaction, memberId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ignores where "ignorerId" = ${memberId} and kind = 'BLOCK'`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns what would change for a member who blocks another one. */
export async function readBlockEffects(db: Database, memberId: string, otherId: string): Promise<BlockEffects> {
  const { rows } = await sql<BlockEffects>`
    select exists (
        select from chat_members where "memberId" = ${memberId} and "otherId" = ${otherId} and folder <> 'GONE') as "hasChat",
      coalesce((
        select json_agg(json_build_object('groupId', g.id::text, 'groupName', g."groupName", 'ledByThem', theirs.admin)
          order by theirs.admin, g."nameKey")
        from group_members mine join group_members theirs on theirs."groupId" = mine."groupId"
        join groups g on g.id = mine."groupId" and g."memberCount" > 0
        where mine."memberId" = ${memberId} and not mine.held and theirs."memberId" = ${otherId} and not theirs.held
      ), '[]') as groups`.execute(db)
  return rows[0] ?? { hasChat: false, groups: [] }
}

/** Locks the groups that both members are in, in id order, and returns their ids. */
export async function lockSharedGroups(db: DatabaseTransaction, oneId: string, otherId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from groups where id in (
      select one."groupId" from group_members one join group_members other on other."groupId" = one."groupId"
      where one."memberId" = ${oneId} and other."memberId" = ${otherId})
    order by id for update`.execute(db)
  return rows.map(({ id }) => id)
}

export async function isBlocking(db: DatabaseTransaction, blockerId: string, blockedId: string): Promise<boolean> {
  const { rows } = await sql`
    select from ignores where "ignorerId" = ${blockerId} and "ignoredId" = ${blockedId} and kind = 'BLOCK'`.execute(db)
  return rows.length > 0
}

/**
 * Stores a block, which replaces an ignore flag. The caller holds the locks of the groups that both members are in, so
 * that exactly the messages up to `lastMessageId` precede the block.
 */
export const insertBlock = (
  db: DatabaseTransaction,
  { blockerId, blockedId, at }: { blockerId: string; blockedId: string; at: Date },
) =>
  sql`
    insert into ignores ("ignorerId", "ignoredId", "lastActiveThen", kind, "blockedAt", "lastMessageId")
    select id, ${blockedId}, "lastActiveAt", 'BLOCK', ${at}, coalesce((select max(id) from group_messages), 0)
    from members where id = ${blockerId}
    on conflict ("ignorerId", "ignoredId") do update
      set kind = 'BLOCK', "blockedAt" = excluded."blockedAt", "lastMessageId" = excluded."lastMessageId"`.execute(db)

/** Deletes a block and returns when it began; undefined if there is none. */
export async function deleteBlock(
  db: DatabaseTransaction,
  blockerId: string,
  blockedId: string,
): Promise<Date | undefined> {
  const { rows } = await sql<{ blockedAt: string }>`
    delete from ignores where "ignorerId" = ${blockerId} and "ignoredId" = ${blockedId} and kind = 'BLOCK'
    returning "blockedAt"`.execute(db)
  return rows[0] && new Date(rows[0].blockedAt)
}
