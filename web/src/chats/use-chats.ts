import type { Id } from '@app/contract/base'
import { isMyTurn } from '@app/contract/chat-rules'
import type { ChatSummary } from '@app/contract/chats'
import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { isId } from '../conversation/ids.ts'
import { type Outgoing, useOutbox } from '../conversation/outbox.ts'
import { chatKey } from './sending.ts'
import { chatsIn, findChat, isRemoved, type ListName } from './state.ts'
import { useChats } from './store.ts'

export const useChat = (chatId: Id): ChatSummary | null => useChats((state) => findChat(state, chatId))

/** The chat that an address names, whatever that is: there, gone, or not loaded yet. */
export function useChatAt(address: string | null): { chat: ChatSummary | null; isMissing: boolean } {
  const known = useChats((state) => (address === null ? undefined : state.known.get(address)))
  if (address !== null && !isId(address)) return { chat: null, isMissing: true }
  return { chat: known?.chat ?? null, isMissing: known !== undefined && isRemoved(known) && known.latestVersion === 0 }
}

/** Mine and on its way, as far as lists and the ball are concerned. */
const isOutgoing = ({ state }: Outgoing): boolean => state !== 'failed'

/** One of the lists in its order. A chat in which I have just written stands on top at once. */
export function useChatList(list: ListName): readonly ChatSummary[] {
  const known = useChats((state) => state.known)
  const outgoingKeys = useOutbox(
    useShallow(({ items }) => [...new Set(items.filter(isOutgoing).map(({ conversation }) => conversation))].reverse()),
  )
  return useMemo(() => {
    const chats = chatsIn(known, list)
    const position = (chat: ChatSummary) => {
      const index = outgoingKeys.indexOf(chatKey(chat.chatId))
      return index < 0 ? outgoingKeys.length : index
    }
    return outgoingKeys.length === 0 ? chats : chats.sort((one, other) => position(one) - position(other))
  }, [known, list, outgoingKeys])
}

/** The ball goes over as soon as I have written, not only when the server says so. */
export function useMyTurn(chat: ChatSummary | null): boolean {
  const key = chat && chatKey(chat.chatId)
  const outgoingKeys = useOutbox(({ items }) => items.some((item) => item.conversation === key && isOutgoing(item)))
  return chat !== null && !outgoingKeys && isMyTurn(chat)
}

export function useTurnCount(chats: readonly ChatSummary[]): number {
  const outgoingKeys = useOutbox(
    useShallow(({ items }) => items.filter(isOutgoing).map(({ conversation }) => conversation)),
  )
  return chats.filter((chat) => isMyTurn(chat) && !outgoingKeys.includes(chatKey(chat.chatId))).length
}

/** The last words that I wrote in a chat and that its summary does not show yet; none where it is a photo alone. */
export const useLastWritten = (chatId: Id): string | null =>
  useOutbox(
    ({ items }) => items.findLast((item) => item.conversation === chatKey(chatId) && isOutgoing(item))?.text ?? null,
  )
