import type { Id } from '@app/contract/base'
import type {
  AnswerInvites,
  ChatCount,
  ChatMessage,
  ChatResponse,
  ChatStatus,
  ChatSummary,
  MessageToSend,
} from '@app/contract/chats'
import type { MediaId } from '@app/contract/media'
import type { UploadedPhoto } from '@app/contract/photos'
import { get, post, postText } from '../lib/http/http.ts'
import type { ListName } from './state.ts'

const PATHS = { chats: 'chats', invites: 'chats/invites', sent: 'chats/invites' } as const satisfies Record<
  ListName,
  string
>

export const getList = (list: ListName, limit: number, before?: Id): Promise<ChatSummary[]> =>
  get(PATHS[list], { limit, before, sent: list === 'sent' ? true : undefined })

export const getCount = (): Promise<ChatCount> => get('chats/count')

export const getNewest = (chatId: Id, limit: number): Promise<ChatResponse> => get(`chats/${chatId}`, { limit })
export const getBefore = (chatId: Id, before: Id, limit: number): Promise<ChatResponse> =>
  get(`chats/${chatId}`, { before, limit })
export const getAfter = (chatId: Id, after: Id, limit: number): Promise<ChatResponse> =>
  get(`chats/${chatId}`, { after, limit })
export const getChanges = (chatId: Id, since: number): Promise<ChatResponse> => get(`chats/${chatId}`, { since })

export const postMessage = (chatId: Id, message: MessageToSend): Promise<ChatMessage> =>
  post(`chats/${chatId}`, message)
/** Imports the upload code with the first photo, which keeps it out of the members' start bundle. */
export async function postPhoto(
  chatId: Id,
  file: Blob,
  options: { onPercent: (percent: number) => void; signal: AbortSignal },
): Promise<UploadedPhoto> {
  const parts = new FormData()
  parts.append('file', file, 'photo.jpg')
  const { upload } = await import('../lib/http/upload.ts')
  return upload(`chats/${chatId}/photos`, parts, options)
}
export const postRotation = (chatId: Id, photoId: MediaId): Promise<UploadedPhoto> =>
  post(`chats/${chatId}/${photoId}/rotatePhoto`)

export const postMessageDeletion = (chatId: Id, messageId: Id): Promise<void> =>
  post(`chats/${chatId}/${messageId}/delete`)
export const postRead = (chatId: Id, lastId: Id): Promise<void> => post(`chats/${chatId}/mark-read/${lastId}`)
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

export const getStatus = (userName: string): Promise<ChatStatus> => get(`chats/status/${encodeURIComponent(userName)}`)
