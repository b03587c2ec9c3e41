import { conversationOf, withCopy, withoutCopy } from './copied.ts'
import type { Copy } from './copy-db.ts'
import { freshen } from './loads.ts'
import { useChats } from './store.ts'
import { chatsOnShow } from './sync.ts'

/** Shows what was seen last, until the server answers. Returns what stops waiting for that. */
export function showCopy({ list, conversations }: Copy): () => void {
  const copied = new Map(conversations.map((chat) => [chat.chatId, conversationOf(chat)]))
  useChats.setState((state) => withCopy(state, list, copied))
  const stop = useChats.subscribe(({ lists }) => {
    if (!lists.chats.data) return
    stop()
    const onShow = new Set(chatsOnShow())
    useChats.setState((state) => withoutCopy(state, copied, onShow))
    for (const chatId of onShow) void freshen(chatId).catch(() => undefined)
  })
  return stop
}
