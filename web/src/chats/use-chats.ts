import type { Id } from '@app/contract/base'
import { isMyTurn } from '@app/contract/chat-rules'
import type { ChatSummary } from '@app/contract/chats'
import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { isId } from '../conversation/ids.ts'
import { type OutgoingMessage, useOutbox } from '../conversation/outbox/outbox.ts'
import { chatKey } from './sending.ts'
import { chatRowsOf, chatsIn, findChat, isRemoved, type ListName, listOf } from './state.ts'
import { useChats } from './store.ts'

export const useChat = (chatId: Id): ChatSummary | null => useChats((state) => findChat(state, chatId))

/**
 * Returns the chat with an id from the URL, and whether it does not exist or is an invite that is in no list. While it
 * is loading, `chat` is null and `isMissing` is false.
 */
export function useChatFromUrl(idInUrl: string | null): { chat: ChatSummary | null; isMissing: boolean } {
  const knownChat = useChats((state) => (idInUrl === null ? undefined : state.known.get(idInUrl)))
  if (idInUrl !== null && !isId(idInUrl)) return { chat: null, isMissing: true }
  if (knownChat?.chat && !knownChat.chat.blocked && listOf(knownChat.chat) === null)
    return { chat: null, isMissing: true }
  return {
    chat: knownChat?.chat ?? null,
    isMissing: knownChat !== undefined && isRemoved(knownChat) && knownChat.latestVersion === 0,
  }
}

/** Returns whether a message counts as written for the order of lists and the ball. */
const isOutgoing = ({ state }: OutgoingMessage): boolean => state !== 'failed'

/**
 * Returns the rows of a list in order; the list of chats includes the member's pending invites. A chat with an outgoing
 * message moves to the top immediately.
 */
export function useChatList(list: ListName): readonly ChatSummary[] {
  const known = useChats((state) => state.known)
  const lists = useChats((state) => state.lists)
  const outgoingKeys = useOutbox(
    useShallow(({ items }) => [...new Set(items.filter(isOutgoing).map(({ conversation }) => conversation))].reverse()),
  )
  return useMemo(() => {
    const chats = list === 'chats' ? chatRowsOf({ known, lists }) : chatsIn(known, list)
    const position = (chat: ChatSummary) => {
      const index = outgoingKeys.indexOf(chatKey(chat.chatId))
      return index < 0 ? outgoingKeys.length : index
    }
    return outgoingKeys.length === 0 ? chats : chats.sort((one, other) => position(one) - position(other))
  }, [known, lists, list, outgoingKeys])
}

/** Returns whether it is the member's turn. The ball moves as soon as they write, before the server confirms it. */
export function useIsMyTurn(chat: ChatSummary | null): boolean {
  const key = chat && chatKey(chat.chatId)
  const hasOutgoing = useOutbox(({ items }) => items.some((item) => item.conversation === key && isOutgoing(item)))
  return chat !== null && !hasOutgoing && isMyTurn(chat)
}

/** Returns the number of these chats in which it is the member's turn. */
export function useTurnCount(chats: readonly ChatSummary[]): number {
  const outgoingKeys = useOutbox(
    useShallow(({ items }) => items.filter(isOutgoing).map(({ conversation }) => conversation)),
  )
  return chats.filter((chat) => isMyTurn(chat) && !outgoingKeys.includes(chatKey(chat.chatId))).length
}

/**
 * Returns the text of the member's last outgoing message in a chat, which the summary does not show yet; empty for a
 * photo without text, null if there is none.
 */
export const useLastWritten = (chatId: Id): string | null =>
  useOutbox(
    ({ items }) => items.findLast((item) => item.conversation === chatKey(chatId) && isOutgoing(item))?.text ?? null,
  )
