import type { PushOf } from '@app/contract/pushes'
import { create } from 'zustand'
import { isBlocking } from '../lib/blocking/request-block.ts'
import {
  withChange,
  withChangedMessage,
  withCount,
  withInvite,
  withMessage,
  withoutChat,
  withPartner,
  withPhoto,
  withRead,
  withRequest,
} from './apply.ts'
import { clearTyping } from './presence/typing.ts'
import { type ChatsState, createEmptyChats, findChat } from './state.ts'

export const useChats = create<ChatsState>(createEmptyChats)

type Change = (state: ChatsState) => ChatsState

/**
 * Returns the values that a request needs for its response: the logical time that the response is `asOf`, and a
 * function that applies a change to the store, unless the member has logged out since this call.
 */
export function beginRequest(): { asOf: number; apply: (change: Change) => void } {
  useChats.setState(withRequest)
  const { clock, login } = useChats.getState()
  return {
    asOf: clock,
    apply: (change) => useChats.setState((state) => (state.login === login ? change(state) : state)),
  }
}

export const onChatMessage = (push: PushOf<'chat:message'>): void => {
  useChats.setState((state) => withMessage(state, push))
  if (!push.message.mine) clearTyping(push.chatId)
}

export const onChatMessageChanged = ({
  chat,
  message,
}: PushOf<'chat:message-changed' | 'chat:message-deleted'>): void =>
  useChats.setState((state) => withChangedMessage(state, chat, message))

export const onChatRead = ({ chat }: PushOf<'chat:read'>): void => useChats.setState((state) => withRead(state, chat))

export function onChatChanged({ chatId, chat }: PushOf<'chat:changed' | 'invite:answered'>): void {
  // The chat stays until the server has stored the block; then this page removes all rows of the member at once.
  if (!chat && isBlocking(findChat(useChats.getState(), chatId)?.partner.userName)) return
  useChats.setState((state) => (chat ? withChange(state, chat) : withoutChat(state, chatId)))
}

export const onInviteNew = ({ chat }: PushOf<'invite:new'>): void =>
  useChats.setState((state) => withInvite(state, chat))

export const onChatCount = ({ count }: PushOf<'chat:count'>): void =>
  useChats.setState((state) => withCount(state, count))

export const onPartnerChanged = (push: PushOf<'partner:changed'>): void =>
  useChats.setState((state) => withPartner(state, push))

export const onChatPhotoReady = (push: PushOf<'photo:ready'>): void =>
  useChats.setState((state) => withPhoto(state, push))
