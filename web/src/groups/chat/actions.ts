import type { Id } from '@app/contract/base'
import { isConnected } from '../../lib/navigation/link.ts'
import { postCommentDeletion, postEdit, postMessageDeletion } from './api.ts'
import { catchUp, changeMessage } from './loads.ts'

/** Refreshes the group while disconnected; otherwise pushes bring the change to every device. */
async function refreshWithoutPushes(groupId: Id): Promise<void> {
  if (!isConnected()) await catchUp(groupId)
}

export async function editPost(groupId: Id, messageId: Id, text: string): Promise<void> {
  const { message, editTime } = await postEdit(groupId, messageId, text)
  changeMessage(groupId, messageId, (known) => ({ ...known, message, editTime }))
}

export async function removePost(groupId: Id, messageId: Id): Promise<void> {
  await postMessageDeletion(groupId, messageId)
  await refreshWithoutPushes(groupId)
}

export async function removeComment(groupId: Id, messageId: Id, commentId: Id): Promise<void> {
  await postCommentDeletion(groupId, messageId, commentId)
  await refreshWithoutPushes(groupId)
}
