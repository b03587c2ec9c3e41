import type { Id } from '@app/contract/base'
import type { ChatCount, ChatMessage, ChatResponse, ChatStatus, ChatSummary, MessageToSend } from '@app/contract/chats'
import type { UploadedPhoto } from '@app/contract/photos'
import type { UploadOptions } from '../conversation/adapters.ts'
import { uploadPhoto } from '../conversation/upload-photo.ts'
import { get, post } from '../lib/http/http.ts'
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
export const postPhoto = (chatId: Id, file: Blob, options: UploadOptions): Promise<UploadedPhoto> =>
  uploadPhoto(`chats/${chatId}/photos`, file, options)

export const postRead = (chatId: Id, lastId: Id): Promise<void> => post(`chats/${chatId}/mark-read/${lastId}`)

export const getStatus = (userName: string): Promise<ChatStatus> => get(`chats/status/${encodeURIComponent(userName)}`)
