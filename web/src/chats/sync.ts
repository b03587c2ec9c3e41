import { createGapTracker } from '../conversation/gaps.ts'
import { catchUp } from './loads.ts'
import { findChat, findConversation, isBehind } from './state.ts'
import { useChats } from './store.ts'

const gapTracker = createGapTracker({
  isBehind: (chatId, isVisible) => isBehind(useChats.getState(), chatId, isVisible),
  readVersions: (chatId) => {
    const state = useChats.getState()
    return `${findChat(state, chatId)?.version} ${findConversation(state, chatId)?.version}`
  },
  catchUp,
})

export const { trackVisible: trackVisibleChat, visibleIds: visibleChats } = gapTracker

/** Catches up each chat whose versions show that pushes were lost. Returns a function that stops it. */
export function startGapDetection(): () => void {
  return useChats.subscribe(({ known }, previous) => {
    if (known !== previous.known) for (const chatId of known.keys()) gapTracker.closeIfBehind(chatId)
  })
}
