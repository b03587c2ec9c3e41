import type { AnswerInvites, ChatSummary } from '@app/contract/chats'
import type { Unsigned } from '@app/contract/media'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { type ChatRow, lockChat } from '@app/server/policies/chats'
import { sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import { listUnmetNeeds } from '../first-contact/contact-check.ts'
import { getToday } from '../search/search.ts'
import { declineInTransaction } from './invites.ts'
import { listFiltered, listViews } from './summaries.ts'

type Page = { before?: string | undefined; limit: number }

/**
 * Lists the invites that the caller's contact rule put aside, newest first, each with the needs that its inviter does not
 * meet now.
 */
export async function listFilteredInvites(ctx: MemberCtx, page: Page): Promise<Unsigned<typeof ChatSummary>[]> {
  const invites = await listFiltered(ctx, ctx.member.id, page, ctx.now())
  const unmetNeeds = await listUnmetNeeds(ctx.db, {
    recipientId: ctx.member.accountId,
    inviterIds: invites.map(({ partnerId }) => partnerId),
    today: getToday(ctx),
  })
  return invites.map(({ partnerId, chat }) => ({ ...chat, unmetNeeds: unmetNeeds.get(partnerId) ?? [] }))
}

/** Moves an invite that the contact rule put aside to the caller's other invites. */
async function moveInvite(tx: MemberTx, chatId: string): Promise<void> {
  await sql`
    update chat_members set folder = 'INVITES' where "chatId" = ${chatId} and "memberId" = ${tx.member.id}`.execute(
    tx.db,
  )
  for (const { memberId, chat } of await listViews(tx.db, chatId, tx.now()))
    if (memberId === tx.member.id) tx.notify([memberId], { type: 'invite:answered', chatId, answer: 'MOVED', chat })
}

/** Locks an invite that the contact rule put aside. Returns null if the caller cannot answer it anymore. */
async function lockFiltered(tx: MemberTx, chatId: string): Promise<ChatRow | null> {
  try {
    const chat = await lockChat(tx.db, chatId, tx.member, 'answer')
    return chat.folder === 'FILTERED' ? chat : null
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/**
 * Answers invites that the caller's contact rule put aside, in the order of ids. Skips those that are gone, or that the
 * caller has answered elsewhere.
 */
export const answerInvites = (ctx: MemberCtx, { chatIds, answer }: AnswerInvites): Promise<void> =>
  transact(ctx, async (tx) => {
    const inOrder = [...new Set(chatIds)].sort((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1))
    for (const chatId of inOrder) {
      const invite = await lockFiltered(tx, chatId)
      if (!invite) continue
      if (answer === 'DECLINE') await declineInTransaction(tx, invite)
      else await moveInvite(tx, chatId)
    }
  })
