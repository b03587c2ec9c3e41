import type { ChatSummary } from '@app/contract/chats'
import { useChatList } from '../use-chats.ts'

type SortedInvites = {
  waiting: readonly ChatSummary[]
  maybe: readonly ChatSummary[]
  sent: readonly ChatSummary[]
}

/**
 * Returns the member's invites: the unanswered ones, the ones answered with 'maybe', the sent ones, and all of them in
 * this order.
 */
export function useInvites(): SortedInvites & { all: readonly ChatSummary[] } {
  const incoming = useChatList('invites')
  const sent = useChatList('sent')
  const waiting = incoming.filter(({ maybe }) => !maybe)
  const maybe = incoming.filter((chat) => chat.maybe)
  return { waiting, maybe, sent, all: [...waiting, ...maybe, ...sent] }
}
