import type { Id } from '@app/contract/base'

type ShowCached = (chatId: Id) => Promise<void>

const showNothing: ShowCached = () => Promise.resolve()
let show = showNothing

/** Sets the function that shows a chat's cached copy; null while no member is logged in. */
export const setShowCached = (next: ShowCached | null): void => {
  show = next ?? showNothing
}

/** Shows the cached copy of a chat, if there is one and nothing of the chat is loaded. */
export const showCached: ShowCached = (chatId) => show(chatId)
