import type { Id } from '@app/contract/base'
import type { PushOf } from '@app/contract/pushes'
import { withNextChange } from '../conversation/conversation.ts'
import { mapData } from '../lib/loadable.ts'
import { answered, changed, commented, type NewsOf, nothing, posted } from './group-chat-apply.ts'
import { changeConversation, changeMessage, forgetConversation, hearOf } from './group-chat-loads.ts'
import { findConversation } from './group-chat-state.ts'

/** One change of a group's conversation; a skipped one shows in what has been heard of. */
function hear(groupId: Id, version: number, news: NewsOf): void {
  if (!findConversation(groupId)) return
  changeConversation(groupId, (before) => mapData(before, (now) => withNextChange(now, version, news(now.messages))))
  hearOf(groupId, version)
}

export const onPosted = ({ groupId, version, message }: PushOf<'group:message'>): void =>
  hear(groupId, version, posted(message))

export const onPostChanged = ({ groupId, version, message }: PushOf<'group:message-changed'>): void =>
  hear(groupId, version, changed(message))

export const onCommented = (push: PushOf<'group:comment'>): void =>
  hear(push.groupId, push.version, commented(push.messageId, push.comment, push.commentCount))

export const onGroupRenamed = ({ info, version }: PushOf<'group:info'>): void => hear(info.groupId, version, nothing)

export function onMyAnswer({ event: { groupId, groupMessageId }, mine }: PushOf<'event:changed'>): void {
  if (groupId && groupMessageId && mine) changeMessage(groupId, groupMessageId, answered(mine))
}

/** What a group is to me; who is out of it keeps nothing of what was said. */
export const onMyPlaceChanged = ({ groupId, group }: PushOf<'group:changed'>): void => {
  if (!group || group.role === 'NONE' || group.role === 'INVITED') forgetConversation(groupId)
  else hear(groupId, group.version, nothing)
}
