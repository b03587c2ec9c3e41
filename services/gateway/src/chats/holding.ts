import type { DatabaseTransaction } from '@app/server/db/database'
import type { Tx } from '@app/server/delivery/transact'
import { eitherHasBlocked } from '@app/server/policies/blocking'
import { isVisibleMember } from '@app/server/policies/team'
import { type RawBuilder, sql } from 'kysely'
import { listViewsOfChats } from './summaries.ts'

/** Returns a SQL predicate for the chats of a member, or only for those with one other member. */
const isChatOf = (memberId: string, otherId?: string): RawBuilder<boolean> => {
  if (otherId === undefined) return sql`(chats."creatorId" = ${memberId} or chats."invitedId" = ${memberId})`
  return sql`(chats."creatorId", chats."invitedId") in ((${memberId}, ${otherId}), (${otherId}, ${memberId}))`
}

/** Locks the chats in id order, so that concurrent transactions cannot deadlock. Returns their ids. */
async function lockChats(db: DatabaseTransaction, chats: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from chats where ${chats} order by id for update`.execute(db)
  return rows.map(({ id }) => id)
}

/** A SQL predicate that checks whether both members of a chat are visible and neither has blocked the other. */
const isPairVisible = sql<boolean>`(
  not exists (select from members
    where id in (chats."creatorId", chats."invitedId") and not ${sql.raw(isVisibleMember('members'))})
  and not ${eitherHasBlocked(sql.ref('chats.creatorId'), sql.ref('chats.invitedId'))})`

/** Closes the chats of pairs that are not visible to each other, and reopens those of pairs that are visible again. */
const updateStates = (db: DatabaseTransaction, ids: string[]) =>
  sql`
    update chats set state = case when pair.visible then chats."heldState" else 'ENDED' end,
      "heldState" = case when pair.visible then null else chats.state end,
      version = version + (pair.visible and chats."heldState" = 'OPEN')::int
    from (select id, ${isPairVisible} as visible from chats where id = any(${ids}::bigint[])) pair
    where chats.id = pair.id and case when pair.visible then chats."heldState" is not null else chats.state <> 'ENDED' end`.execute(
    db,
  )

/**
 * Moves chats to GONE while the other member is not visible or has blocked this one, to KEPT while this member has
 * blocked the other, and back to their own folder afterwards.
 */
async function updateFolders(db: DatabaseTransaction, ids: string[]): Promise<{ chatId: string; memberId: string }[]> {
  const { rows } = await sql<{ chatId: string; memberId: string }>`
    update chat_members mine set folder = target.folder,
      "heldFolder" = case when target.folder = target.own then null else target.own end
    from (
      select "chatId", "memberId", coalesce("heldFolder", folder) as own,
        case when coalesce("heldFolder", folder) = 'GONE' then 'GONE'
          when not ${sql.raw(isVisibleMember('other'))} or blocks."ignorerId" = "otherId" then 'GONE'
          when blocks."ignorerId" = "memberId" then 'KEPT' else coalesce("heldFolder", folder) end as folder
      from chat_members join members other on other.id = "otherId"
      left join ignores blocks on blocks.kind = 'BLOCK'
        and (blocks."ignorerId", blocks."ignoredId") in (("memberId", "otherId"), ("otherId", "memberId"))
      where "chatId" = any(${ids}::bigint[])) target
    where mine."chatId" = target."chatId" and mine."memberId" = target."memberId" and mine.folder <> target.folder
    returning mine."chatId", mine."memberId"`.execute(db)
  return rows
}

/**
 * Ends the chats of a pair for good and removes them from the lists of the blocked member, so that the end of the block
 * does not bring them back there. An invite that was not accepted returns to neither, because it can no longer be answered.
 */
export async function forgetChatsOfBlocked(
  { db, now }: Tx,
  { blockerId, blockedId, at }: { blockerId: string; blockedId: string; at: Date },
): Promise<void> {
  const ids = await lockChats(db, isChatOf(blockerId, blockedId))
  await sql`update chats set "heldState" = null where id = any(${ids}::bigint[])`.execute(db)
  await sql`
    update chat_members set "heldFolder" = null, "goneAt" = coalesce("goneAt", ${at})
    where "chatId" = any(${ids}::bigint[]) and "memberId" = ${blockedId} and "heldFolder" is not null`.execute(db)
  await sql`
    update chat_members set folder = 'GONE', "heldFolder" = null, "goneAt" = coalesce("goneAt", ${now()})
    where "chatId" = any(${ids}::bigint[]) and "memberId" = ${blockerId} and "heldFolder" <> 'CHATS'`.execute(db)
}

/**
 * Keeps invites that the blocker removed during the block from returning to the blocked member. They vanished from that
 * member's lists when the block began. Locks the chats, because the blocker may be removing one at the same time.
 */
export async function forgetRemovedInvites(
  db: DatabaseTransaction,
  { blockerId, blockedId, at }: { blockerId: string; blockedId: string; at: Date },
): Promise<void> {
  await lockChats(db, isChatOf(blockerId, blockedId))
  await sql`
    update chat_members theirs set "heldFolder" = null, "goneAt" = coalesce(theirs."goneAt", ${at})
    from chat_members mine
    where mine."chatId" = theirs."chatId" and mine."memberId" = ${blockerId} and theirs."memberId" = ${blockedId}
      and mine."goneAt" >= ${at} and mine."heldFolder" is null and theirs."heldFolder" not in ('CHATS')`.execute(db)
}

/**
 * Closes and hides, or reopens and shows, the chats of a member whose visibility has changed, or of a pair after a block
 * began or ended. A chat stays closed while there is another reason for it.
 */
export async function refreshChats(tx: Tx, memberId: string, otherId?: string): Promise<void> {
  const ids = await lockChats(tx.db, isChatOf(memberId, otherId))
  await updateStates(tx.db, ids)
  const changed = await updateFolders(tx.db, ids)
  const views = await listViewsOfChats(tx.db, [...new Set(changed.map(({ chatId }) => chatId))], tx.now())
  for (const { chatId, memberId: viewerId } of changed) {
    const view = views.find((candidate) => candidate.chat.chatId === chatId && candidate.memberId === viewerId)
    tx.notify([viewerId], { type: 'chat:changed', chatId, chat: view?.chat ?? null })
  }
}
