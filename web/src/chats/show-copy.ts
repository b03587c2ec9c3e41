import type { Id } from '@app/contract/base'
import { conversationOf, withCopy, withoutCopy } from './copied.ts'
import type { Copy } from './copy-db.ts'
import { freshen } from './loads.ts'
import { findConversation, isOut } from './state.ts'
import { useChats } from './store.ts'
import { chatsOnShow } from './sync.ts'

const conversationsOf = ({ conversations }: Copy) =>
  new Map(conversations.map((chat) => [chat.chatId, conversationOf(chat)]))

/** Shows the cached copy of one chat, unless its messages are loaded or it has gone out of the lists. */
export function showChatCopy(chatId: Id, copy: Copy): void {
  useChats.setState((state) => {
    const known = state.known.get(chatId)
    if (findConversation(state, chatId) || (known && isOut(known))) return state
    return withCopy(state, copy.list, conversationsOf(copy))
  })
}

/** Shows what was seen last, until the server answers. Returns what stops waiting for that. */
export function showCopy(copy: Copy): () => void {
  const copied = conversationsOf(copy)
  useChats.setState((state) => withCopy(state, copy.list, copied))
  const stop = useChats.subscribe(({ lists }) => {
    if (!lists.chats.data) return
    stop()
    const onShow = new Set(chatsOnShow())
    useChats.setState((state) => withoutCopy(state, copied, onShow))
    for (const chatId of onShow) void freshen(chatId).catch(() => undefined)
  })
  return stop
}
