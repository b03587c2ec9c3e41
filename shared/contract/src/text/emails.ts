import { EMAIL_MAX } from '../limits.ts'

const PATTERN = /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** Returns an email address in the form in which it is stored. */
export const normalizeEmail = (email: string): string => email.trim().normalize('NFC')

export const isEmail = (email: string): boolean => {
  const normalized = normalizeEmail(email)
  return normalized.length <= EMAIL_MAX && PATTERN.test(normalized)
}

/** Returns the key of an email address; addresses with the same key belong to the same account. */
export const emailKey = (email: string): string => normalizeEmail(email).toLowerCase()

type Provider = { domains: string[]; fold: (local: string) => string }

/** Providers with several domains for one mailbox, and how they normalize local parts. */
const PROVIDERS: Provider[] = [
  { domains: ['gmail.com', 'googlemail.com'], fold: (local) => local.replaceAll('.', '') },
  { domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'], fold: (local) => local.replace(/[._-]/g, '') },
  { domains: ['icloud.com', 'me.com', 'mac.com'], fold: (local) => local },
  {
    domains: ['yandex.com', 'yandex.ru', 'yandex.by', 'yandex.kz', 'ya.ru'],
    fold: (local) => local.replaceAll('-', '.'),
  },
]

/**
 * Returns the key of the mailbox that receives mail for an email address: subaddresses (`name+tag@host`) belong to
 * `name@host`.
 */
export function mailboxKey(email: string): string {
  const [local = '', domain = ''] = emailKey(email).split('@')
  const name = local.replace(/(?<=.)\+.*$/, '')
  const provider = PROVIDERS.find(({ domains }) => domains.includes(domain))
  return provider ? `${provider.fold(name)}@${provider.domains[0]}` : `${name}@${domain}`
}
