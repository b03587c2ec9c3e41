import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { eitherHasBlocked } from '@app/server/policies/blocking'
import { lockPair } from '@app/server/policies/chats'
import { TEAM_ID } from '@app/server/policies/team'
import { sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import { hideInvitesBetween, showInvitesBetween } from '../groups/invites.ts'
import { requireOther } from '../members/lookup.ts'
import { listViews } from './summaries.ts'

/**
 * Sets or clears the caller's ignore flag on every chat with the other member. A send that waits for a chat's lock sees
 * the flag, because it is in the chat's own row. Returns the ids of the chats.
 */
async function setIgnoreFlags(tx: MemberTx, otherId: string, isIgnoring: boolean): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update chats set
      "creatorIgnores" = case when "creatorId" = ${tx.member.id} then ${isIgnoring} else "creatorIgnores" end,
      "invitedIgnores" = case when "invitedId" = ${tx.member.id} then ${isIgnoring} else "invitedIgnores" end,
      version = version + (state <> 'INVITED')::int
    where ("creatorId", "invitedId") in ((${tx.member.id}, ${otherId}), (${otherId}, ${tx.member.id}))
    returning id`.execute(tx.db)
  return rows.map(({ id }) => id)
}

/** Clears the caller's ignore flags when a block replaces them. */
export const clearIgnoreFlags = (tx: MemberTx, otherId: string): Promise<string[]> => setIgnoreFlags(tx, otherId, false)

/** Notifies both members. An invite is hidden from its recipient while either of the two ignores the other. */
async function notifyChatsChanged(tx: MemberTx, chatIds: string[]): Promise<void> {
  for (const chatId of chatIds) {
    for (const { memberId, chat } of await listViews(tx.db, chatId, tx.now())) {
      const isHidden = chat.state === 'INVITED' && !chat.createdByMe && (chat.iAmIgnoring || chat.theyAreIgnoring)
      tx.notify([memberId], { type: 'chat:changed', chatId, chat: isHidden ? null : chat })
    }
  }
}

/**
 * Makes the caller ignore a member; idempotent. Throws NOT_FOUND if one of the two has blocked the other meanwhile. The
 * caller holds `lockPair`, and neither of the two is the team.
 */
async function ignoreInTransaction(tx: MemberTx, otherId: string): Promise<void> {
  const { rows: blocks } = await sql`
    select where ${eitherHasBlocked(sql`${tx.member.id}::bigint`, sql`${otherId}::bigint`)}`.execute(tx.db)
  if (blocks.length > 0) throw new AppError('NOT_FOUND')
  await hideInvitesBetween(tx, otherId)
  const { rows } = await sql`
    insert into ignores ("ignorerId", "ignoredId", "lastActiveThen")
    select ${tx.member.id}, ${otherId}, "lastActiveAt" from members where id = ${tx.member.id}
    on conflict do nothing returning "ignorerId"`.execute(tx.db)
  if (rows.length > 0) await notifyChatsChanged(tx, await setIgnoreFlags(tx, otherId, true))
}

/** Ends all contact between the caller and a member; idempotent. The team can neither ignore nor be ignored. */
export async function ignoreMember(ctx: MemberCtx, userName: string): Promise<void> {
  const other = await requireOther(ctx.db, ctx.member, userName)
  if (other.id === TEAM_ID || ctx.member.id === TEAM_ID) throw new AppError('FORBIDDEN')
  await transact(ctx, async (tx) => {
    await lockPair(tx.db, tx.member.id, other.id)
    await ignoreInTransaction(tx, other.id)
  })
}

/** Stops ignoring a member; idempotent. Their chat stays closed while that member ignores the caller. */
export async function stopIgnoring(ctx: MemberCtx, userName: string): Promise<void> {
  const other = await requireOther(ctx.db, ctx.member, userName)
  await transact(ctx, async (tx) => {
    await lockPair(tx.db, tx.member.id, other.id)
    const { numDeletedRows } = await tx.db
      .deleteFrom('ignores')
      .where('ignorerId', '=', tx.member.id)
      .where('ignoredId', '=', other.id)
      .where('kind', '=', 'IGNORE')
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
    await notifyChatsChanged(tx, await setIgnoreFlags(tx, other.id, false))
    await showInvitesBetween(tx, other.id)
  })
}
