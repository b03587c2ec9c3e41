import type { Id } from '@app/contract/base'
import type { PushOf } from '@app/contract/pushes'
import { withNextChange } from '../../conversation/conversation.ts'
import { mapData } from '../../lib/http/loadable.ts'
import {
  applyChange,
  applyComment,
  applyNothing,
  applyPost,
  applyReaction,
  applyResponse,
  type MessageReducer,
} from './apply.ts'
import { changeConversation, changeMessage, recordVersion, reloadGroupChat, removeConversation } from './loads.ts'

/**
 * Applies one change to a group's conversation. A skipped version leaves a gap to the recorded version, as does a change
 * during the first load, whose response may be older.
 */
function applyPush(groupId: Id, version: number, reduce: MessageReducer): void {
  changeConversation(groupId, (previous) =>
    mapData(previous, (current) => withNextChange(current, version, reduce(current.messages))),
  )
  recordVersion(groupId, version)
}

export const onPosted = ({ groupId, version, message }: PushOf<'group:message'>): void =>
  applyPush(groupId, version, applyPost(message))

export const onPostChanged = ({ groupId, version, message }: PushOf<'group:message-changed'>): void =>
  applyPush(groupId, version, applyChange(message))

export const onCommented = (push: PushOf<'group:comment'>): void =>
  applyPush(push.groupId, push.version, applyComment(push.messageId, push.comment, push.commentCount))

export const onReacted = (push: PushOf<'group:reaction'>): void =>
  applyPush(push.groupId, push.version, applyReaction(push))

export const onGroupInfoChanged = ({ info, version }: PushOf<'group:info'>): void =>
  applyPush(info.groupId, version, applyNothing)

export function onOwnResponse({ event: { groupId, groupMessageId }, mine }: PushOf<'event:changed'>): void {
  if (groupId && groupMessageId && mine) changeMessage(groupId, groupMessageId, applyResponse(mine))
}

/**
 * Removes the messages of a group that the member no longer belongs to; otherwise applies only the group's version, and
 * reloads the messages if others are visible now.
 */
export function onOwnMembershipChanged({ groupId, group, reload }: PushOf<'group:changed'>): void {
  if (!group || group.role === 'NONE' || group.role === 'INVITED') removeConversation(groupId)
  else {
    applyPush(groupId, group.version, applyNothing)
    if (reload) void reloadGroupChat(groupId)
  }
}
