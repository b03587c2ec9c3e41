import type { Id } from '@app/contract/base'
import type { GroupComment } from '@app/contract/groups'
import type { Reaction } from '@app/contract/reactions'
import { react } from '../../conversation/messages/pending-reactions.ts'
import { withOwnReaction } from '../../conversation/reactions.ts'
import { toTombstone } from '../../conversation/tombstone.ts'
import { isConnected } from '../../lib/realtime/hub-connection.ts'
import {
  postCommentDeletion,
  postCommentEdit,
  postCommentReaction,
  postEdit,
  postMessageDeletion,
  postReaction,
} from './api.ts'
import { withDeletedComment, withUpdatedComment } from './apply.ts'
import { catchUp, changeMessage } from './loads.ts'

/**
 * Catches up the conversation while disconnected; otherwise a push brings the change to every device. Ignores a failure,
 * since the change itself has succeeded.
 */
async function refreshIfDisconnected(groupId: Id): Promise<void> {
  if (!isConnected()) await catchUp(groupId).catch(() => undefined)
}

export async function editPost(groupId: Id, messageId: Id, text: string): Promise<void> {
  const { message, editTime } = await postEdit(groupId, messageId, text)
  changeMessage(groupId, messageId, (current) => (current.deleted ? current : { ...current, message, editTime }))
  await refreshIfDisconnected(groupId)
}

export async function editComment(groupId: Id, messageId: Id, commentId: Id, text: string): Promise<void> {
  const { message, editTime } = await postCommentEdit(groupId, messageId, commentId, text)
  const update = withUpdatedComment(commentId, (comment) =>
    comment.deleted ? comment : { ...comment, message, editTime },
  )
  changeMessage(groupId, messageId, update)
  await refreshIfDisconnected(groupId)
}

type ReactionTarget = { groupId: Id; messageId: Id; commentId: Id | null }

/** Sets or removes the member's reaction to a post, or to a comment on it. */
export const reactToPost = (
  { groupId, messageId, commentId }: ReactionTarget,
  reaction: Reaction | null,
): Promise<void> =>
  react({
    id: commentId ?? messageId,
    reaction,
    send: async (chosen) => {
      await (commentId === null
        ? postReaction(groupId, messageId, chosen)
        : postCommentReaction(groupId, messageId, commentId, chosen))
      const update = <Entry extends GroupComment>(entry: Entry): Entry =>
        entry.deleted ? entry : { ...entry, reactions: withOwnReaction(entry.reactions, chosen) }
      changeMessage(groupId, messageId, commentId === null ? update : withUpdatedComment(commentId, update))
      await refreshIfDisconnected(groupId)
    },
  })

export async function deletePost(groupId: Id, messageId: Id): Promise<void> {
  await postMessageDeletion(groupId, messageId)
  changeMessage(groupId, messageId, toTombstone)
  await refreshIfDisconnected(groupId)
}

export async function deleteComment(groupId: Id, messageId: Id, commentId: Id): Promise<void> {
  await postCommentDeletion(groupId, messageId, commentId)
  changeMessage(groupId, messageId, withDeletedComment(commentId))
  await refreshIfDisconnected(groupId)
}
