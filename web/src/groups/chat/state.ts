import type { Id } from '@app/contract/base'
import type { GroupMessage } from '@app/contract/groups'
import { create } from 'zustand'
import type { Conversation } from '../../conversation/conversation.ts'
import type { Loadable } from '../../lib/http/loadable.ts'
import { useSessionState } from '../../lib/http/session.ts'

export type GroupConversation = Conversation<GroupMessage>

type GroupChats = {
  conversations: ReadonlyMap<Id, Loadable<GroupConversation>>
  /**
   * The highest known version of each conversation. If it exceeds that of the loaded messages, changes are missing.
   */
  latestVersions: ReadonlyMap<Id, number>
  /** The groups whose messages are visible. */
  visibleIds: ReadonlySet<Id>
}

const EMPTY: GroupChats = { conversations: new Map(), latestVersions: new Map(), visibleIds: new Set() }

/** The loaded conversations of groups. */
export const useGroupChats = create<GroupChats>(() => EMPTY)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId === previous.session?.sessionId) return
  useGroupChats.setState(({ visibleIds }) => ({ ...EMPTY, visibleIds }))
})

export const findConversation = (groupId: Id): GroupConversation | null =>
  useGroupChats.getState().conversations.get(groupId)?.data ?? null

export const listVisibleGroupChats = (): Id[] => [...useGroupChats.getState().visibleIds]
