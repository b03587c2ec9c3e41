import type { Id } from '@app/contract/base'
import { removeUnsentIn } from '../conversation/writing.ts'
import { withoutChat } from './apply.ts'
import { chatKey } from './sending.ts'
import { isRemoved } from './state.ts'
import { removeStatus } from './statuses.ts'
import { useChats } from './store.ts'

/**
 * Removes the chat with a blocked member from this page, unless it can still be read, and its draft and unsent messages
 * from this device. `chatId` identifies the chat if this page does not know it. The next save of the offline cache
 * removes its copy there.
 */
export function removeChatsWith(userName: string, chatId: Id | null): void {
  const known = [...useChats.getState().known.values()].flatMap(({ chat }) => chat ?? [])
  const ids = new Set(known.filter(({ partner }) => partner.userName === userName).map((chat) => chat.chatId))
  for (const id of new Set([...ids, ...(chatId === null ? [] : [chatId])])) removeUnsentIn(chatKey(id))
  for (const id of ids)
    if (!useChats.getState().known.get(id)?.chat?.blocked) useChats.setState((state) => withoutChat(state, id))
  removeStatus(userName)
}

/**
 * Lets a removed chat load again by its URL. Otherwise a chat that the block has removed from this page would count as
 * missing, although it can still be read.
 */
export const forgetRemoval = (chatId: Id): void =>
  useChats.setState((state) => {
    const knownChat = state.known.get(chatId)
    if (!knownChat || !isRemoved(knownChat)) return state
    return { ...state, known: new Map([...state.known].filter(([id]) => id !== chatId)) }
  })
