import type { EventMinimalInfo } from '@app/contract/events'
import type { GroupComment, GroupMessage, GroupMessageContent } from '@app/contract/groups'
import { isAfter } from '../../conversation/ids.ts'

/** A function that returns the messages that a push changes, computed from the loaded ones. */
export type MessageReducer = (messages: readonly GroupMessage[]) => GroupMessage[]

/** Adds a new message. */
export const applyPost =
  (message: GroupMessage): MessageReducer =>
  () => [message]

/** Applies an edit, another photo, a changed event, or a deletion. Comments and the member's own response stay. */
export const applyChange =
  ({ eventMinimalInfo: eventChange, ...messageChange }: GroupMessageContent): MessageReducer =>
  (messages) => {
    const existing = messages.find(({ id }) => id === messageChange.id)
    if (!existing)
      return messageChange.deleted ? [{ ...messageChange, comments: [], commentCount: 0, eventMinimalInfo: null }] : []
    const event = existing.eventMinimalInfo
    return [{ ...existing, ...messageChange, eventMinimalInfo: event && { ...event, ...eventChange } }]
  }

/** Applies the member's response to the event that a message announces. */
export const applyResponse =
  ({ sessionResponse }: Pick<EventMinimalInfo, 'sessionResponse'>) =>
  (message: GroupMessage): GroupMessage => ({
    ...message,
    eventMinimalInfo: message.eventMinimalInfo && { ...message.eventMinimalInfo, sessionResponse },
  })

/** Appends a new comment or replaces a loaded one. Ignores a comment that is older than the loaded ones. */
function withComment(comments: readonly GroupComment[], comment: GroupComment): GroupComment[] {
  if (comments.some(({ id }) => id === comment.id))
    return comments.map((existing) => (existing.id === comment.id ? comment : existing))
  return isAfter(comment.id, comments.at(-1)?.id ?? null) ? [...comments, comment] : [...comments]
}

/** Adds or replaces a comment, and sets the number of comments on its message. */
export const applyComment =
  (messageId: string, comment: GroupComment, commentCount: number): MessageReducer =>
  (messages) => {
    const existing = messages.find(({ id }) => id === messageId)
    return existing ? [{ ...existing, commentCount, comments: withComment(existing.comments, comment) }] : []
  }

/** Changes only the version, for pushes that do not concern messages. */
export const applyNothing: MessageReducer = () => []
