import type { Id } from '@app/contract/base'
import { TYPING_LIFETIME_MS, TYPING_PAUSE_MS, TYPING_REFRESH_MS } from '@app/contract/limits'
import type { PushOf } from '@app/contract/pushes'
import { create } from 'zustand'
import { sendToHub } from '../../lib/realtime/hub-connection.ts'

/** The chats in which the partner is typing. */
export const useTyping = create<{ chats: ReadonlySet<Id> }>(() => ({ chats: new Set() }))

const expiry = new Map<Id, ReturnType<typeof setTimeout>>()

function setTyping(chatId: Id, typing: boolean): void {
  clearTimeout(expiry.get(chatId))
  expiry.delete(chatId)
  if (typing)
    expiry.set(
      chatId,
      setTimeout(() => setTyping(chatId, false), TYPING_LIFETIME_MS),
    )
  const { chats } = useTyping.getState()
  if (chats.has(chatId) === typing) return
  const next = new Set(chats)
  if (typing) next.add(chatId)
  else next.delete(chatId)
  useTyping.setState({ chats: next })
}

export const onTyping = ({ chatId, typing }: PushOf<'typing'>): void => setTyping(chatId, typing)

/** Clears the typing indicator when the partner's message arrives. */
export const clearTyping = (chatId: Id): void => setTyping(chatId, false)

export function clearAllTyping(): void {
  for (const chatId of [...expiry.keys()]) setTyping(chatId, false)
}

let published: { chatId: Id; at: number } | null = null
let pause: ReturnType<typeof setTimeout> | undefined

/** Publishes that the member is typing: with the first change to the text, and again while they continue. */
export function publishTyping(chatId: Id): void {
  clearTimeout(pause)
  pause = setTimeout(() => publishStoppedTyping(chatId), TYPING_PAUSE_MS)
  if (published && published.chatId !== chatId) publishStoppedTyping(published.chatId)
  if (published && Date.now() - published.at < TYPING_REFRESH_MS) return
  published = { chatId, at: Date.now() }
  sendToHub('typing', { chatId, typing: true })
}

/** Publishes that typing has stopped: the text was sent or cleared, or the member left the chat or paused. */
export function publishStoppedTyping(chatId: Id): void {
  if (published?.chatId !== chatId) return
  clearTimeout(pause)
  published = null
  sendToHub('typing', { chatId, typing: false })
}
