import type { Id } from '@app/contract/base'
import type { ChatMessage, ChatResponse } from '@app/contract/chats'
import type { MediaId, Picture } from '@app/contract/media'
import type { UploadedPhoto } from '@app/contract/photos'
import type { Reaction } from '@app/contract/reactions'
import { get, post } from '../lib/http/http.ts'

export const getAround = (chatId: Id, around: Id, limit: number): Promise<ChatResponse> =>
  get(`chats/${chatId}`, { around, limit })
export const postEdit = (chatId: Id, messageId: Id, message: string): Promise<ChatMessage> =>
  post(`chats/${chatId}/${messageId}/edit`, { message })
export const postReaction = (chatId: Id, messageId: Id, reaction: Reaction | null): Promise<ChatMessage> =>
  post(`chats/${chatId}/${messageId}/react`, { reaction })
export const postRotation = (chatId: Id, photoId: MediaId, rotation: Picture['rotation']): Promise<UploadedPhoto> =>
  post(`chats/${chatId}/${photoId}/rotatePhoto?rotation=${rotation}`)
export const postMessageDeletion = (chatId: Id, messageId: Id): Promise<void> =>
  post(`chats/${chatId}/${messageId}/delete`)
