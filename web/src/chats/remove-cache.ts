/** The database of what can be read without a network. */
export const CACHE_DB_NAME = 'salong.chats'

/** Other tabs let go of it. */
export function removeCache(): void {
  try {
    indexedDB.deleteDatabase(CACHE_DB_NAME)
  } catch {
    // NOTE: a browser may refuse storage; then there is nothing to remove either.
  }
}
