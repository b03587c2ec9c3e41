import type { Id } from '@app/contract/base'
import { isConnected } from '../../lib/realtime/hub-connection.ts'
import { postCommentDeletion, postEdit, postMessageDeletion } from './api.ts'
import { catchUp, changeMessage } from './loads.ts'

/** Catches up the conversation while disconnected; otherwise a push brings the change to every device. */
async function refreshIfDisconnected(groupId: Id): Promise<void> {
  if (!isConnected()) await catchUp(groupId)
}

export async function editPost(groupId: Id, messageId: Id, text: string): Promise<void> {
  const { message, editTime } = await postEdit(groupId, messageId, text)
  changeMessage(groupId, messageId, (current) => ({ ...current, message, editTime }))
}

export async function deletePost(groupId: Id, messageId: Id): Promise<void> {
  await postMessageDeletion(groupId, messageId)
  await refreshIfDisconnected(groupId)
}

export async function deleteComment(groupId: Id, messageId: Id, commentId: Id): Promise<void> {
  await postCommentDeletion(groupId, messageId, commentId)
  await refreshIfDisconnected(groupId)
}
