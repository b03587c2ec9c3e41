import { createReadMarks } from '../conversation/read-marks.ts'
import { isConnected } from '../lib/realtime/hub-connection.ts'
import { postRead } from './api.ts'
import { catchUp, loadCount } from './loads.ts'
import { findChat } from './state.ts'
import { useChats } from './store.ts'

/** Marks a chat as read up to a message. */
export const markRead = createReadMarks({
  post: async (chatId, lastId) => {
    await postRead(chatId, lastId)
    if (!isConnected()) await Promise.all([catchUp(chatId), loadCount()]).catch(() => undefined)
  },
  lastRead: (chatId) => {
    const chat = findChat(useChats.getState(), chatId)
    return chat && chat.state !== 'INVITED' && !chat.blocked ? chat.myLastRead : undefined
  },
})
