import { EMAIL_MAX } from './limits.ts'

const PATTERN = /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** An address as it is stored. */
export const foldEmail = (email: string): string => email.trim().normalize('NFC')

export const isEmail = (email: string): boolean => {
  const folded = foldEmail(email)
  return folded.length <= EMAIL_MAX && PATTERN.test(folded)
}

/** Two addresses with the same key are the same account. */
export const emailKey = (email: string): string => foldEmail(email).toLowerCase()

type Provider = { domains: string[]; ignored: RegExp }

/** Providers with several domains for one mailbox, and the characters that they ignore in the local part. */
const PROVIDERS: Provider[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  { domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'], ignored: /[._-]/g },
  { domains: ['icloud.com', 'me.com', 'mac.com'], ignored: /(?!)/g },
  { domains: ['yandex.com', 'yandex.ru', 'yandex.by', 'yandex.kz', 'ya.ru'], ignored: /[.-]/g },
]

/** Two addresses with the same key are delivered to the same mailbox: subaddresses (`name+tag@host`) belong to `name@host`. */
export function mailboxKey(email: string): string {
  const [local = '', domain = ''] = emailKey(email).split('@')
  const name = local.replace(/(?<=.)\+.*$/, '')
  const provider = PROVIDERS.find(({ domains }) => domains.includes(domain))
  return provider ? `${name.replace(provider.ignored, '')}@${provider.domains[0]}` : `${name}@${domain}`
}
