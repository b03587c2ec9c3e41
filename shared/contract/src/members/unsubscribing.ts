import type { MailPreferences } from './members.ts'

type Preferences = readonly (keyof MailPreferences)[]

/**
 * The kinds of emails that can be unsubscribed from: the preferences that control them, and the letter at the end of a
 * token.
 */
const KINDS = {
  CHATS: { letter: 'c', preferences: ['wantsChatMail'] },
  EVENTS: { letter: 'e', preferences: ['wantsEventMail'] },
  NEWS: { letter: 'n', preferences: ['wantsNewsMail'] },
  ALL: { letter: 'a', preferences: ['wantsChatMail', 'wantsEventMail', 'wantsNewsMail'] },
} as const satisfies Record<string, { letter: string; preferences: Preferences }>

export type MailKind = keyof typeof KINDS

export const preferencesOf = (kind: MailKind): Preferences => KINDS[kind].preferences

/** Returns the token of a kind: the name that identifies the member, followed by the letter of the kind. */
export const createUnsubscribeToken = (name: string, kind: MailKind): string => name + KINDS[kind].letter

/** Parses a token; null if it is malformed. */
export function parseUnsubscribeToken(token: string): { name: string; kind: MailKind } | null {
  const [, name, letter] = /^([\w-]{43})([a-z])$/.exec(token) ?? []
  const kind = (Object.keys(KINDS) as MailKind[]).find((candidate) => KINDS[candidate].letter === letter)
  return name && kind ? { name, kind } : null
}
