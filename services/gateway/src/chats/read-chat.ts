import type { ChatAnswer, ChatQuery } from '@app/contract/chats'
import { RESYNC_VERSIONS_MAX } from '@app/contract/limits'
import type { MemberCtx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import { asMessage, listAfter, listNewest, listSince, type MessageRow } from './messages.ts'
import { findChat } from './summaries.ts'

/** A chat with one page of its messages, or with all that changed since a version that the client has. */
export async function readChat(ctx: MemberCtx, chatId: string, query: ChatQuery): Promise<ChatAnswer> {
  const chat = await findChat(ctx, chatId, ctx.member.id, ctx.now())
  if (!chat) throw new AppError('NOT_FOUND')
  const answer = (rows: MessageRow[]): ChatAnswer => ({
    chat,
    messages: rows.map((row) => asMessage(row, ctx.member.id, chat)),
  })
  const { since, after } = query
  if (since !== undefined) {
    const tooOld = since > chat.version || since < chat.version - RESYNC_VERSIONS_MAX
    return tooOld ? { ...answer([]), tooOld } : answer(await listSince(ctx.db, chatId, since))
  }
  return answer(
    after === undefined ? await listNewest(ctx, chatId, query) : await listAfter(ctx.db, chatId, after, query.limit),
  )
}
