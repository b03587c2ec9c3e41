import type { Id } from '@app/contract/base'

type ShowCached = (chatId: Id) => Promise<void>

const showNothing: ShowCached = () => Promise.resolve()
let show = showNothing

/** Sets how a chat's cached copy gets into the state; null while no member is logged in. */
export const setShowCached = (next: ShowCached | null): void => {
  show = next ?? showNothing
}

/** Puts the cached copy of a chat into the state, where there is one and nothing of the chat is loaded. */
export const showCached: ShowCached = (chatId) => show(chatId)
