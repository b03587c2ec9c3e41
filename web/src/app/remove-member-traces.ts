import { removeCache } from '../chats/remove-cache.ts'

/** What features keep for this tab alone, also those that this page has not loaded. */
function clearTabStorage(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith('salong.')) sessionStorage.removeItem(key)
  } catch {
    // NOTE: a browser may refuse storage; then there is nothing to remove either.
  }
}

/** The login is over, in whatever way: what was seen in it cannot be read on this device any more. */
export function removeMemberTraces(): void {
  removeCache()
  clearTabStorage()
}
