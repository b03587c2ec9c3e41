import type { ChatMessage, ChatResponse } from '@app/contract/chats'
import type { UnsignedPush } from '@app/contract/pushes'
import type { Reaction } from '@app/contract/reactions'
import { listPushes } from '@app/server/testing/context'
import type { TestMember } from '@app/server/testing/members'
import type { setUpTestGateway } from '../testing.ts'

/** Returns the helpers of the tests of replies, edits and reactions in chats. */
export function createChatHelpers({ ctx, as }: Awaited<ReturnType<typeof setUpTestGateway>>) {
  const readChat = async (member: TestMember, chatId: string, query = '') =>
    (await as(member).get<ChatResponse>(`/chats/${chatId}${query}`)).body
  return {
    readChat,
    send: async (member: TestMember, chatId: string, message: string, replyTo?: string) =>
      (await as(member).post<ChatMessage>(`/chats/${chatId}`, { message, replyTo })).body,
    edit: (member: TestMember, chatId: string, id: string, message: string) =>
      as(member).post<ChatMessage>(`/chats/${chatId}/${id}/edit`, { message }),
    react: (member: TestMember, chatId: string, id: string, reaction: Reaction | null) =>
      as(member).post<ChatMessage>(`/chats/${chatId}/${id}/react`, { reaction }),
    remove: (member: TestMember, chatId: string, id: string) => as(member).post(`/chats/${chatId}/${id}/delete`),
    /** Returns a message as this member reads it. */
    readMessage: async (member: TestMember, chatId: string, id: string): Promise<ChatMessage | undefined> =>
      (await readChat(member, chatId)).messages.find((message) => message.id === id),
    listPushesTo: async (member: TestMember): Promise<UnsignedPush[]> =>
      (await listPushes(ctx.db)).filter(({ to }) => to.includes(member.id)).map(({ push }) => push as UnsignedPush),
  }
}
