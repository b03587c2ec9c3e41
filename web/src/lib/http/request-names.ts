/** The names of some requests in the log, by the beginning of their paths. */
const NAMES: [RegExp, string][] = [
  [/^profiles\/search-encrypted/, 'Profile search by filter'],
  [/^profiles\/search-user-/, 'Profile search by name'],
  [/^members\/send-pwd-reset/, 'Password reset email'],
  [/^members\/reset-pwd/, 'New password'],
  [/^(chats|groups|news)\/count/, 'New messages'],
  [/^sessions\/verify/, 'Member level'],
]

/**
 * Returns the name of a request in the log. Unlisted requests are named by their method and first path segment, since
 * the other segments may contain member names.
 */
export const nameOfRequest = (method: string, path: string): string =>
  NAMES.find(([pattern]) => pattern.test(path))?.[1] ?? `${method} ${path.split('/')[0]}`
