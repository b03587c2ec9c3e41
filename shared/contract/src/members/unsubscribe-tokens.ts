import type { MailPreferences } from './members.ts'

type Preferences = readonly (keyof MailPreferences)[]

/**
 * The kinds of emails that a link can unsubscribe from: the preferences that control them, and the letter in the token.
 */
const KINDS = {
  CHATS: { letter: 'c', preferences: ['wantsChatMail'] },
  EVENTS: { letter: 'e', preferences: ['wantsEventMail'] },
  NEWS: { letter: 'n', preferences: ['wantsNewsMail'] },
  ALL: { letter: 'a', preferences: ['wantsChatMail', 'wantsEventMail', 'wantsNewsMail'] },
} as const satisfies Record<string, { letter: string; preferences: Preferences }>

export type MailKind = keyof typeof KINDS

/** Returns the preferences that control emails of a kind. */
export const listPreferencesOfKind = (kind: MailKind): Preferences => KINDS[kind].preferences

/** Returns the token of a kind: the key that identifies the member, followed by the letter of the kind. */
export const createUnsubscribeToken = (key: string, kind: MailKind): string => key + KINDS[kind].letter

/** Parses a token. Returns null if it is malformed. */
export function parseUnsubscribeToken(token: string): { key: string; kind: MailKind } | null {
  const [, key, letter] = /^([\w-]{43})([a-z])$/.exec(token) ?? []
  const kind = (Object.keys(KINDS) as MailKind[]).find((candidate) => KINDS[candidate].letter === letter)
  return key && kind ? { key, kind } : null
}
