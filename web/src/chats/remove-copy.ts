/** The database of what can be read without a network. */
export const COPY = 'salong.chats'

/** Other tabs let go of it. */
export function removeCopy(): void {
  try {
    indexedDB.deleteDatabase(COPY)
  } catch {
    // NOTE: a browser may refuse storage; then there is nothing to remove either.
  }
}
