import type { PushOf } from '@app/contract/pushes'
import {
  onCommented,
  onGroupInfoChanged,
  onOwnMembershipChanged,
  onOwnResponse,
  onPostChanged,
  onPosted,
  onReacted,
} from './chat/store.ts'
import {
  onGroupChanged,
  onGroupComment,
  onGroupInfo,
  onGroupMessage,
  onGroupMessageChanged,
  onGroupReaction,
} from './store.ts'

// Each push changes the groups' store, their conversations, or both.

export function onMessage(push: PushOf<'group:message'>): void {
  onGroupMessage(push)
  onPosted(push)
}

export function onMessageChanged(push: PushOf<'group:message-changed'>): void {
  onGroupMessageChanged(push)
  onPostChanged(push)
}

export function onComment(push: PushOf<'group:comment'>): void {
  onGroupComment(push)
  onCommented(push)
}

export function onReaction(push: PushOf<'group:reaction'>): void {
  onGroupReaction(push)
  onReacted(push)
}

export function onInfo(push: PushOf<'group:info'>): void {
  onGroupInfo(push)
  onGroupInfoChanged(push)
}

export function onChanged(push: PushOf<'group:changed'>): void {
  onGroupChanged(push)
  onOwnMembershipChanged(push)
}

export const onEvent = (push: PushOf<'event:changed'>): void => onOwnResponse(push)
