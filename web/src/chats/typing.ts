import type { Id } from '@app/contract/base'
import { TYPING_LIFETIME, TYPING_PAUSE, TYPING_REFRESH } from '@app/contract/limits'
import type { PushOf } from '@app/contract/pushes'
import { create } from 'zustand'
import { sendToHub } from '../lib/link.ts'

/** The chats in which the other one is typing just now. */
export const useTyping = create<{ chats: ReadonlySet<Id> }>(() => ({ chats: new Set() }))

const expiry = new Map<Id, ReturnType<typeof setTimeout>>()

function setTyping(chatId: Id, typing: boolean): void {
  clearTimeout(expiry.get(chatId))
  expiry.delete(chatId)
  if (typing)
    expiry.set(
      chatId,
      setTimeout(() => setTyping(chatId, false), TYPING_LIFETIME),
    )
  const { chats } = useTyping.getState()
  if (chats.has(chatId) === typing) return
  const next = new Set(chats)
  if (typing) next.add(chatId)
  else next.delete(chatId)
  useTyping.setState({ chats: next })
}

export const onTyping = ({ chatId, typing }: PushOf<'typing'>): void => setTyping(chatId, typing)

/** What they typed has arrived. */
export const clearTyping = (chatId: Id): void => setTyping(chatId, false)

export function clearAllTyping(): void {
  for (const chatId of [...expiry.keys()]) setTyping(chatId, false)
}

let published: { chatId: Id; at: number } | null = null
let pause: ReturnType<typeof setTimeout> | undefined

/** The member has changed the text of this chat. Told at the first key, and again while it goes on. */
export function publishTyping(chatId: Id): void {
  clearTimeout(pause)
  pause = setTimeout(() => publishStoppedTyping(chatId), TYPING_PAUSE)
  if (published && published.chatId !== chatId) publishStoppedTyping(published.chatId)
  if (published && Date.now() - published.at < TYPING_REFRESH) return
  published = { chatId, at: Date.now() }
  sendToHub('typing', { chatId, typing: true })
}

/** Sent, cleared, left or paused. */
export function publishStoppedTyping(chatId: Id): void {
  if (published?.chatId !== chatId) return
  clearTimeout(pause)
  published = null
  sendToHub('typing', { chatId, typing: false })
}
