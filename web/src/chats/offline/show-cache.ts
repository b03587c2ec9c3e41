import type { Id } from '@app/contract/base'
import { refreshPictures } from '../refresh-pictures.ts'
import { findConversation, isRemoved } from '../state.ts'
import { useChats } from '../store.ts'
import { visibleChats } from '../sync.ts'
import type { ChatCache } from './cache-db.ts'
import { conversationOf, withCache, withoutCache } from './cached-chats.ts'

const conversationsOf = ({ conversations }: ChatCache) =>
  new Map(conversations.map((chat) => [chat.chatId, conversationOf(chat)]))

/** Shows the cached copy of one chat, unless its messages are loaded or it was removed from the lists. */
export function showCachedChat(chatId: Id, cache: ChatCache): void {
  useChats.setState((state) => {
    const knownChat = state.known.get(chatId)
    if (findConversation(state, chatId) || (knownChat && isRemoved(knownChat))) return state
    return withCache(state, cache.list, conversationsOf(cache))
  })
}

/** Shows the cached chats until the server responds. Returns a function that stops waiting for the response. */
export function showCache(cache: ChatCache): () => void {
  const cached = conversationsOf(cache)
  useChats.setState((state) => withCache(state, cache.list, cached))
  const stop = useChats.subscribe(({ lists }) => {
    if (!lists.chats.data) return
    stop()
    const visible = new Set(visibleChats())
    useChats.setState((state) => withoutCache(state, cached, visible))
    for (const chatId of visible) void refreshPictures(chatId).catch(() => undefined)
  })
  return stop
}
