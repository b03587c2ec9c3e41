import type { Id } from '@app/contract/base'
import type { AnswerInvites, ChatSummary } from '@app/contract/chats'
import { get, post, postText } from '../lib/http/http.ts'

export const postLeave = (chatId: Id): Promise<void> => post(`chats/${chatId}/delete`)
export const postInvite = (recipientName: string, message: string): Promise<ChatSummary> =>
  post('chats/invites', { recipientName, message })
export const postAccept = (chatId: Id): Promise<ChatSummary> => post(`chats/${chatId}/accept`)
export const postMaybe = (chatId: Id): Promise<ChatSummary> => post(`chats/${chatId}/maybe`)
export const postDecline = (chatId: Id): Promise<void> => post(`chats/${chatId}/decline`)
/** Lists the invites that the member's contact rule put aside. */
export const getPutAside = (limit: number, before?: Id): Promise<ChatSummary[]> =>
  get('chats/invites', { limit, before, filtered: true })
export const postAnswers = (answers: AnswerInvites): Promise<void> => post('chats/invites/answer', answers)
export const postIgnore = (userName: string): Promise<void> => postText('ignore', userName)
export const postStopIgnoring = (userName: string): Promise<void> => postText('ignore/remove', userName)
