import type { Id } from '@app/contract/base'
import type { GroupComment, GroupMessage } from '@app/contract/groups'
import { setReply } from '../../conversation/composer/drafts.ts'
import { keyOfMessage } from '../../conversation/list/rows.ts'
import { quoteOf } from '../../conversation/quotes.ts'
import { commentsKey, groupKey } from './sending.ts'

/** Makes the draft of the next post a reply to another one. */
export const startReply = (groupId: Id, message: GroupMessage): void =>
  setReply(groupKey(groupId), quoteOf(message, message.userName))

/** Makes the draft of the next comment on a post a reply to another comment on it, and focuses its field. */
export function startCommentReply(groupId: Id, message: GroupMessage, comment: GroupComment): void {
  setReply(commentsKey(groupId, message.id), quoteOf(comment, comment.userName))
  document.querySelector<HTMLElement>(`[data-row="${keyOfMessage(message)}"] form textarea`)?.focus()
}
