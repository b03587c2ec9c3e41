import type { Id } from '@app/contract/base'
import type { GroupComment, GroupMessage, GroupMessageToSend, GroupResponse } from '@app/contract/groups'
import type { UploadedPhoto } from '@app/contract/photos'
import type { Reaction } from '@app/contract/reactions'
import type { UploadOptions } from '../../conversation/adapters.ts'
import { uploadPhoto } from '../../conversation/upload-photo.ts'
import { get, post } from '../../lib/http/http.ts'

type MessageQuery = { limit: number; before?: Id; after?: Id; around?: Id } | { since: number }

export const getMessages = (groupId: Id, query: MessageQuery): Promise<GroupResponse> =>
  get(`groups/${groupId}/messages`, query)
export const getMessage = (groupId: Id, messageId: Id): Promise<GroupMessage> =>
  get(`groups/${groupId}/messages/${messageId}`)

export const postMessage = (groupId: Id, message: GroupMessageToSend): Promise<GroupMessage> =>
  post(`groups/${groupId}/messages`, message)
export const postComment = (groupId: Id, messageId: Id, comment: GroupMessageToSend): Promise<GroupComment> =>
  post(`groups/${groupId}/messages/${messageId}/comments`, comment)
export const postEdit = (groupId: Id, messageId: Id, message: string): Promise<GroupMessage> =>
  post(`groups/${groupId}/messages/${messageId}`, { message })
export const postCommentEdit = (groupId: Id, messageId: Id, commentId: Id, message: string): Promise<GroupComment> =>
  post(`groups/${groupId}/messages/${messageId}/comments/${commentId}/edit`, { message })
export const postReaction = (groupId: Id, messageId: Id, reaction: Reaction | null): Promise<unknown> =>
  post(`groups/${groupId}/messages/${messageId}/react`, { reaction })
export const postCommentReaction = (
  groupId: Id,
  messageId: Id,
  commentId: Id,
  reaction: Reaction | null,
): Promise<unknown> => post(`groups/${groupId}/messages/${messageId}/comments/${commentId}/react`, { reaction })
export const postMessageDeletion = (groupId: Id, messageId: Id): Promise<void> =>
  post(`groups/${groupId}/messages/${messageId}/delete`)
export const postCommentDeletion = (groupId: Id, messageId: Id, commentId: Id): Promise<void> =>
  post(`groups/${groupId}/messages/${messageId}/comments/${commentId}/delete`)
export const postRead = (groupId: Id, lastId: Id): Promise<void> => post(`groups/${groupId}/mark-read/${lastId}`)

export const postPhoto = (groupId: Id, file: Blob, options: UploadOptions): Promise<UploadedPhoto> =>
  uploadPhoto(`groups/${groupId}/photos`, file, options)
