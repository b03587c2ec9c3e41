import type { Id } from '@app/contract/base'
import { retryPause } from '../lib/retry-delay.ts'
import { catchUp } from './loads.ts'
import { findChat, findConversation, isBehind } from './state.ts'
import { useChats } from './store.ts'

const onShow = new Set<Id>()
const asking = new Set<Id>()

const needsMore = (chatId: Id): boolean => isBehind(useChats.getState(), chatId, onShow.has(chatId))

const knownVersions = (chatId: Id): string => {
  const state = useChats.getState()
  return `${findChat(state, chatId)?.version} ${findConversation(state, chatId)?.version}`
}

/** One chat after a gap: asks until nothing is known to be missing. */
async function close(chatId: Id): Promise<void> {
  if (asking.has(chatId)) return
  asking.add(chatId)
  try {
    for (let known = knownVersions(chatId); needsMore(chatId); known = knownVersions(chatId)) {
      await catchUp(chatId).catch(() => undefined)
      if (knownVersions(chatId) === known) await retryPause()
    }
  } finally {
    asking.delete(chatId)
  }
}

/** The messages of this chat are on show, so they must not lag behind either. */
export function showChat(chatId: Id): () => void {
  onShow.add(chatId)
  if (needsMore(chatId)) void close(chatId)
  return () => onShow.delete(chatId)
}

export const chatsOnShow = (): Id[] => [...onShow]

/** Fetches what pushes have skipped, as soon as it shows that they did. */
export function keepInStep(): () => void {
  return useChats.subscribe(({ known }, before) => {
    if (known === before.known) return
    for (const chatId of known.keys()) if (needsMore(chatId)) void close(chatId)
  })
}
