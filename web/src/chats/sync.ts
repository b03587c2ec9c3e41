import { createGapTracker } from '../conversation/gaps.ts'
import { catchUp } from './loads.ts'
import { findChat, findConversation, isBehind } from './state.ts'
import { useChats } from './store.ts'

const gapTracker = createGapTracker({
  isBehind: (chatId, onShow) => isBehind(useChats.getState(), chatId, onShow),
  readVersions: (chatId) => {
    const state = useChats.getState()
    return `${findChat(state, chatId)?.version} ${findConversation(state, chatId)?.version}`
  },
  catchUp,
})

export const { show: trackVisibleChat, visibleIds: visibleChats } = gapTracker

/** Catches up chats with skipped pushes as soon as a gap shows. */
export function startGapDetection(): () => void {
  return useChats.subscribe(({ known }, before) => {
    if (known !== before.known) for (const chatId of known.keys()) gapTracker.closeIfBehind(chatId)
  })
}
