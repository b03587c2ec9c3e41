import type { ChatQuery, ChatResponse } from '@app/contract/chats'
import { RESYNC_VERSIONS_MAX } from '@app/contract/limits'
import type { Unsigned } from '@app/contract/media'
import { AppError } from '@app/server/errors'
import type { MemberCtx } from '../context.ts'
import {
  listMessagesAfter,
  listMessagesAround,
  listMessagesSince,
  listNewestMessages,
  type MessageRow,
  toMessage,
} from './messages.ts'
import { findChat } from './summaries.ts'

async function requireMessagesAround(
  ...[db, chatId, around, limit]: Parameters<typeof listMessagesAround>
): Promise<MessageRow[]> {
  const rows = await listMessagesAround(db, chatId, around, limit)
  if (rows.some(({ id }) => id === around)) return rows
  throw new AppError('NOT_FOUND')
}

/** Returns a chat with one page of its messages, or with all changes since a version that the client has. */
export async function readChat(
  ctx: MemberCtx,
  chatId: string,
  query: ChatQuery,
): Promise<Unsigned<typeof ChatResponse>> {
  const chat = await findChat(ctx, chatId, ctx.member.id, ctx.now())
  if (!chat) throw new AppError('NOT_FOUND')
  const toResponse = (rows: MessageRow[]): Unsigned<typeof ChatResponse> => ({
    chat,
    messages: rows.map((row) => toMessage(row, ctx.member.id, chat)),
  })
  const { since, after, around } = query
  if (since !== undefined) {
    const tooOld = since > chat.version || since < chat.version - RESYNC_VERSIONS_MAX
    return tooOld ? { ...toResponse([]), tooOld } : toResponse(await listMessagesSince(ctx.db, chatId, since))
  }
  if (around !== undefined) return toResponse(await requireMessagesAround(ctx.db, chatId, around, query.limit))
  return toResponse(
    after === undefined
      ? await listNewestMessages(ctx, chatId, query)
      : await listMessagesAfter(ctx.db, chatId, after, query.limit),
  )
}
