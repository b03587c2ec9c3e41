import type { MailPreferences } from './members.ts'

type Preferences = readonly (keyof MailPreferences)[]

/** What somebody may want no mails about any more: the preferences that it hangs on, and its letter at the end of a token. */
const KINDS = {
  CHATS: { letter: 'c', preferences: ['wantsChatMail'] },
  EVENTS: { letter: 'e', preferences: ['wantsEventMail'] },
  NEWS: { letter: 'n', preferences: ['wantsNewsMail'] },
  ALL: { letter: 'a', preferences: ['wantsChatMail', 'wantsEventMail', 'wantsNewsMail'] },
} as const satisfies Record<string, { letter: string; preferences: Preferences }>

export type MailKind = keyof typeof KINDS

export const preferencesOf = (kind: MailKind): Preferences => KINDS[kind].preferences

/** The token of one kind: what names the member, and the letter of the kind. */
export const createUnsubscribeToken = (name: string, kind: MailKind): string => name + KINDS[kind].letter

/** What a token says; null where it is none. */
export function parseUnsubscribeToken(token: string): { name: string; kind: MailKind } | null {
  const [, name, letter] = /^([\w-]{43})([a-z])$/.exec(token) ?? []
  const kind = (Object.keys(KINDS) as MailKind[]).find((candidate) => KINDS[candidate].letter === letter)
  return name && kind ? { name, kind } : null
}
