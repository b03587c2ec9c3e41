import type { EventMinimalInfo } from '@app/contract/events'
import type { GroupComment, GroupMessage, GroupMessageContent } from '@app/contract/groups'
import type { PushOf } from '@app/contract/pushes'
import { isAfter } from '../../conversation/ids.ts'
import { withCurrentQuotes } from '../../conversation/quotes.ts'
import { withOtherReaction, withOwnReaction } from '../../conversation/reactions.ts'
import { toTombstone } from '../../conversation/tombstone.ts'

/** A function that returns the posts that a push changes, computed from the loaded ones. */
export type MessageReducer = (messages: readonly GroupMessage[]) => GroupMessage[]

/** Adds a new post. */
export const applyPost =
  (message: GroupMessage): MessageReducer =>
  () => [message]

/** Keeps the reactions to a known entry, which pushes do not contain. A deleted one has none. */
function withReactionsOf<Entry extends GroupComment>({ reactions: _, ...entry }: Entry, known: GroupComment) {
  return { ...entry, ...(known.reactions && !entry.deleted ? { reactions: known.reactions } : {}) }
}

/**
 * Returns the event of a post after a push, which does not contain the member's own response: null if the message no
 * longer has it, unchanged if the push does not mention it.
 */
function withEventChange(
  event: GroupMessage['eventMinimalInfo'],
  change: GroupMessageContent['eventMinimalInfo'],
): GroupMessage['eventMinimalInfo'] {
  if (change === undefined) return event
  return change && { sessionResponse: 'NO_ANSWER', ...event, ...change }
}

/** Applies an edit, another photo, a changed event, or a deletion. Comments and the member's own response stay. */
export const applyChange =
  ({ eventMinimalInfo: eventChange, ...messageChange }: GroupMessageContent): MessageReducer =>
  (messages) => {
    const existing = messages.find(({ id }) => id === messageChange.id)
    if (!existing)
      return messageChange.deleted ? [{ ...messageChange, comments: [], commentCount: 0, eventMinimalInfo: null }] : []
    const eventMinimalInfo = withEventChange(existing.eventMinimalInfo, eventChange)
    const message = { ...existing, ...messageChange, eventMinimalInfo }
    return [withReactionsOf(message, existing)]
  }

/** Applies the member's response to the event that a post announces. */
export const applyResponse =
  ({ sessionResponse }: Pick<EventMinimalInfo, 'sessionResponse'>) =>
  (message: GroupMessage): GroupMessage => ({
    ...message,
    eventMinimalInfo: message.eventMinimalInfo && { ...message.eventMinimalInfo, sessionResponse },
  })

/**
 * Appends a new comment or replaces a loaded one. A comment that is older than the loaded ones only updates the quotes
 * of it.
 */
function withComment(comments: readonly GroupComment[], comment: GroupComment): GroupComment[] {
  const next = comments.some(({ id }) => id === comment.id)
    ? comments.map((existing) => (existing.id === comment.id ? withReactionsOf(comment, existing) : existing))
    : isAfter(comment.id, comments.at(-1)?.id ?? null)
      ? [...comments, comment]
      : comments
  return [...withCurrentQuotes(next, [...next, comment])]
}

/** Updates a loaded comment, and the quotes of it. */
export const withUpdatedComment =
  (commentId: string, update: (comment: GroupComment) => GroupComment) =>
  (message: GroupMessage): GroupMessage => {
    const comments = message.comments.map((comment) => (comment.id === commentId ? update(comment) : comment))
    return { ...message, comments: [...withCurrentQuotes(comments, comments)] }
  }

/** Replaces a loaded comment with its tombstone. */
export const withDeletedComment =
  (commentId: string) =>
  (message: GroupMessage): GroupMessage =>
    message.comments.some(({ id, deleted }) => id === commentId && !deleted)
      ? { ...withUpdatedComment(commentId, toTombstone)(message), commentCount: message.commentCount - 1 }
      : message

/** Adds or replaces a comment, and sets the number of comments on its post. */
export const applyComment =
  (messageId: string, comment: GroupComment, commentCount: number): MessageReducer =>
  (messages) => {
    const existing = messages.find(({ id }) => id === messageId)
    return existing ? [{ ...existing, commentCount, comments: withComment(existing.comments, comment) }] : []
  }

type ReactionChange = Pick<PushOf<'group:reaction'>, 'messageId' | 'parentId' | 'mine' | 'previous' | 'reaction'>

/** Applies a reaction that was set or removed, to a post or to a comment on the post `parentId`. */
export const applyReaction =
  ({ messageId, parentId, mine, previous, reaction }: ReactionChange): MessageReducer =>
  (messages) => {
    const update = <Entry extends GroupComment>(entry: Entry): Entry => ({
      ...entry,
      reactions: mine
        ? withOwnReaction(entry.reactions, reaction)
        : withOtherReaction(entry.reactions, previous, reaction),
    })
    const existing = messages.find(({ id }) => id === (parentId ?? messageId))
    if (!existing) return []
    return [parentId === null ? update(existing) : withUpdatedComment(messageId, update)(existing)]
  }

/** Changes only the version, for pushes that do not concern messages. */
export const applyNothing: MessageReducer = () => []
