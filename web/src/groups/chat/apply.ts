import type { EventMinimalInfo } from '@app/contract/events'
import type { GroupComment, GroupMessage, GroupMessageContent } from '@app/contract/groups'
import { isAfter } from '../../conversation/ids.ts'

/** Returns the messages that a push changes, computed from the loaded ones. */
export type MessageReducer = (messages: readonly GroupMessage[]) => GroupMessage[]

export const applyPost =
  (message: GroupMessage): MessageReducer =>
  () => [message]

/** Applies an edit, another photo, a changed event, or a deletion. Comments and the member's own response stay. */
export const applyChange =
  ({ eventMinimalInfo: eventChange, ...messageChange }: GroupMessageContent): MessageReducer =>
  (messages) => {
    const known = messages.find(({ id }) => id === messageChange.id)
    if (!known)
      return messageChange.deleted ? [{ ...messageChange, comments: [], commentCount: 0, eventMinimalInfo: null }] : []
    const event = known.eventMinimalInfo
    return [{ ...known, ...messageChange, eventMinimalInfo: event && { ...event, ...eventChange } }]
  }

/** Applies the member's response to the event that a message announces. */
export const applyResponse =
  ({ sessionResponse }: Pick<EventMinimalInfo, 'sessionResponse'>) =>
  (message: GroupMessage): GroupMessage => ({
    ...message,
    eventMinimalInfo: message.eventMinimalInfo && { ...message.eventMinimalInfo, sessionResponse },
  })

/** Appends a new comment or replaces a known one; ignores one that is older than the loaded ones. */
function withComment(comments: readonly GroupComment[], comment: GroupComment): GroupComment[] {
  if (comments.some(({ id }) => id === comment.id))
    return comments.map((one) => (one.id === comment.id ? comment : one))
  return isAfter(comment.id, comments.at(-1)?.id ?? null) ? [...comments, comment] : [...comments]
}

export const applyComment =
  (messageId: string, comment: GroupComment, commentCount: number): MessageReducer =>
  (messages) => {
    const known = messages.find(({ id }) => id === messageId)
    return known ? [{ ...known, commentCount, comments: withComment(known.comments, comment) }] : []
  }

export const applyNothing: MessageReducer = () => []
