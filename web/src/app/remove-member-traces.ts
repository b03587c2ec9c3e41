import { removeCache } from '../chats/offline/remove-cache.ts'

/** Clears the session storage of all features in this tab, even of features that this page has not loaded. */
function clearTabStorage(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith('salong.')) sessionStorage.removeItem(key)
  } catch {
    // NOTE: a browser may deny access to storage; then there is nothing to remove.
  }
}

/** Removes the member's cached chats and the data of this tab from the device, regardless of how the session ended. */
export function removeMemberTraces(): void {
  removeCache()
  clearTabStorage()
}
