/** The name of the offline cache's database. */
export const CACHE_DB_NAME = 'salong.chats'

/** Deletes the offline cache; other tabs close their connections to it. */
export function removeCache(): void {
  try {
    indexedDB.deleteDatabase(CACHE_DB_NAME)
  } catch {
    // NOTE: a browser may deny access to storage; then there is nothing to remove.
  }
}
