import { gapsOf } from '../conversation/gaps.ts'
import { catchUp } from './loads.ts'
import { findChat, findConversation, isBehind } from './state.ts'
import { useChats } from './store.ts'

const gaps = gapsOf({
  isBehind: (chatId, onShow) => isBehind(useChats.getState(), chatId, onShow),
  versions: (chatId) => {
    const state = useChats.getState()
    return `${findChat(state, chatId)?.version} ${findConversation(state, chatId)?.version}`
  },
  catchUp,
})

export const { show: showChat, shown: chatsOnShow } = gaps

/** Fetches what pushes have skipped, as soon as it shows that they did. */
export function keepInStep(): () => void {
  return useChats.subscribe(({ known }, before) => {
    if (known !== before.known) for (const chatId of known.keys()) gaps.closeIfBehind(chatId)
  })
}
