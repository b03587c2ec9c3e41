import type { Id } from '@app/contract/base'
import { isMyTurn } from '@app/contract/chat-rules'
import type { ChatSummary } from '@app/contract/chats'
import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { isId } from '../conversation/ids.ts'
import { type Outgoing, useOutbox } from '../conversation/outbox.ts'
import { keyOf } from './sending.ts'
import { chatsIn, findChat, isOut, type ListName } from './state.ts'
import { useChats } from './store.ts'

export const useChat = (chatId: Id): ChatSummary | null => useChats((state) => findChat(state, chatId))

/** The chat that an address names, whatever that is: there, gone, or not loaded yet. */
export function useKnown(address: string | null): { chat: ChatSummary | null; gone: boolean } {
  const known = useChats((state) => (address === null ? undefined : state.known.get(address)))
  if (address !== null && !isId(address)) return { chat: null, gone: true }
  return { chat: known?.chat ?? null, gone: known !== undefined && isOut(known) && known.heard === 0 }
}

/** Mine and on its way, as far as lists and the ball are concerned. */
const isOnItsWay = ({ state }: Outgoing): boolean => state !== 'failed'

/** One of the lists in its order. A chat in which I have just written stands on top at once. */
export function useList(list: ListName): readonly ChatSummary[] {
  const known = useChats((state) => state.known)
  const written = useOutbox(
    useShallow(({ items }) => [...new Set(items.filter(isOnItsWay).map(({ conversation }) => conversation))].reverse()),
  )
  return useMemo(() => {
    const chats = chatsIn(known, list)
    const place = (chat: ChatSummary) => {
      const index = written.indexOf(keyOf(chat.chatId))
      return index < 0 ? written.length : index
    }
    return written.length === 0 ? chats : chats.sort((one, other) => place(one) - place(other))
  }, [known, list, written])
}

/** The ball goes over as soon as I have written, not only when the server says so. */
export function useMyTurn(chat: ChatSummary | null): boolean {
  const key = chat && keyOf(chat.chatId)
  const written = useOutbox(({ items }) => items.some((item) => item.conversation === key && isOnItsWay(item)))
  return chat !== null && !written && isMyTurn(chat)
}

export function useTurnCount(chats: readonly ChatSummary[]): number {
  const written = useOutbox(useShallow(({ items }) => items.filter(isOnItsWay).map(({ conversation }) => conversation)))
  return chats.filter((chat) => isMyTurn(chat) && !written.includes(keyOf(chat.chatId))).length
}

/** The last words that I wrote in a chat and that its summary does not show yet; none where it is a photo alone. */
export const useLastWritten = (chatId: Id): string | null =>
  useOutbox(
    ({ items }) => items.findLast((item) => item.conversation === keyOf(chatId) && isOnItsWay(item))?.text ?? null,
  )
