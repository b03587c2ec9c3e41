import type { GroupComment, GroupMessage, GroupMessageItself } from '@app/contract/groups'
import { isAfter } from '../conversation/ids.ts'

/** What a push about one message makes of those that are loaded. */
export type NewsOf = (messages: readonly GroupMessage[]) => GroupMessage[]

export const posted =
  (message: GroupMessage): NewsOf =>
  () => [message]

/** Other words, another photo, or nothing any more; its comments stay as they are. */
export const changed =
  (itself: GroupMessageItself): NewsOf =>
  (messages) => {
    const known = messages.find(({ id }) => id === itself.id)
    if (known) return [{ ...known, ...itself }]
    return itself.deleted ? [{ ...itself, comments: [], commentCount: 0, eventMinimalInfo: null }] : []
  }

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
