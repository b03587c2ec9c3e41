import type { Id } from '@app/contract/base'
import type { ConversationAdapter, ConversationKey } from '../conversation/adapters.ts'
import { getTexts } from '../lib/text/texts.ts'
import { postMessage, postPhoto } from './api.ts'
import { catchUp, loadCount } from './loads.ts'
import { findConversation } from './state.ts'
import { useChats } from './store.ts'
import { chatsTexts } from './texts.ts'

export const chatKey = (chatId: Id): ConversationKey => `chat:${chatId}`

/** The conversation adapter of chats. */
export const chatAdapter: ConversationAdapter = {
  send: (chatId, message) => postMessage(chatId, message),
  sendPhoto: (chatId, file, options) => postPhoto(chatId, file, options),
  refresh: (chatId) => Promise.all([catchUp(chatId), loadCount()]),
  isAwaiting: (chatId, clientId) => {
    const messages = findConversation(useChats.getState(), chatId)?.messages
    return messages !== undefined && !messages.some((message) => message.mine && message.clientId === clientId)
  },
  onArrival: (run) =>
    useChats.subscribe(({ conversations }, previous) => {
      if (conversations !== previous.conversations) run()
    }),
  removedText: () => getTexts(chatsTexts)('notSent'),
}
