import type { Id } from '@app/contract/base'
import type { ChatMessage } from '@app/contract/chats'
import { extrasTexts } from '../conversation/messages/extras-texts.ts'
import { createOpenAround } from '../conversation/open-around.ts'
import { showToast } from '../lib/feedback/toasts.ts'
import { getTexts } from '../lib/text/texts.ts'
import { type ChatPage, loaders, pageOf } from './loads.ts'
import { getAround } from './message-api.ts'
import { showCached } from './offline/cached.ts'
import { findConversation } from './state.ts'
import { useChats } from './store.ts'

const openAround = createOpenAround<ChatMessage, ChatPage>({
  ...loaders,
  find: (chatId) => findConversation(useChats.getState(), chatId),
  showCached,
  getAround: (chatId, around, limit) => getAround(chatId, around, limit).then(pageOf),
})

/** Loads the messages around a message of a chat. Shows a toast and the newest messages if it does not exist. */
export async function openMessage(chatId: Id, messageId: Id): Promise<void> {
  if (!(await openAround(chatId, messageId))) showToast({ text: getTexts(extrasTexts)('gone') })
}
