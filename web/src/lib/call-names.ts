/** Calls that the log knows by what they are for. */
const NAMES: [RegExp, string][] = [
  [/^profiles\/search-encrypted/, 'Profile search by filter'],
  [/^profiles\/search-user-/, 'Profile search by name'],
  [/^members\/send-pwd-reset/, 'Reset mail'],
  [/^members\/reset-pwd/, 'New password'],
  [/^(chats|groups|news)\/count/, 'New messages'],
  [/^sessions\/verify/, 'Member level'],
]

/** What the log calls a call. Others go by their area alone: paths name members. */
export const nameOfCall = (method: string, path: string): string =>
  NAMES.find(([pattern]) => pattern.test(path))?.[1] ?? `${method} ${path.split('/')[0]}`
