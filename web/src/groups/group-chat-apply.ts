import type { EventMinimalInfo } from '@app/contract/events'
import type { GroupComment, GroupMessage, GroupMessageItself } from '@app/contract/groups'
import { isAfter } from '../conversation/ids.ts'

/** What a push about one message makes of those that are loaded. */
export type NewsOf = (messages: readonly GroupMessage[]) => GroupMessage[]

export const posted =
  (message: GroupMessage): NewsOf =>
  () => [message]

/** Other words, another photo, a changed event, or nothing any more; its comments and my answer stay as they are. */
export const changed =
  ({ eventMinimalInfo: announced, ...itself }: GroupMessageItself): NewsOf =>
  (messages) => {
    const known = messages.find(({ id }) => id === itself.id)
    if (!known) return itself.deleted ? [{ ...itself, comments: [], commentCount: 0, eventMinimalInfo: null }] : []
    const event = known.eventMinimalInfo
    return [{ ...known, ...itself, eventMinimalInfo: event && { ...event, ...announced } }]
  }

/** What I have answered to the event that a message announces. */
export const answered =
  ({ sessionResponse }: Pick<EventMinimalInfo, 'sessionResponse'>) =>
  (message: GroupMessage): GroupMessage => ({
    ...message,
    eventMinimalInfo: message.eventMinimalInfo && { ...message.eventMinimalInfo, sessionResponse },
  })

/** A new one at the end, another state of one that is there; one further back than what is loaded changes nothing. */
function withComment(comments: readonly GroupComment[], comment: GroupComment): GroupComment[] {
  if (comments.some(({ id }) => id === comment.id))
    return comments.map((one) => (one.id === comment.id ? comment : one))
  return isAfter(comment.id, comments.at(-1)?.id ?? null) ? [...comments, comment] : [...comments]
}

export const commented =
  (messageId: string, comment: GroupComment, commentCount: number): NewsOf =>
  (messages) => {
    const known = messages.find(({ id }) => id === messageId)
    return known ? [{ ...known, commentCount, comments: withComment(known.comments, comment) }] : []
  }

export const nothing: NewsOf = () => []
