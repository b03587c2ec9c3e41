import { EMAIL_MAX } from '../limits.ts'

const EMAIL_PATTERN =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** Returns an email address in the form in which it is stored. */
export const normalizeEmail = (email: string): string => email.trim().normalize('NFC')

export const isEmail = (email: string): boolean => {
  const normalized = normalizeEmail(email)
  return normalized.length <= EMAIL_MAX && EMAIL_PATTERN.test(normalized)
}

/** Returns the key of an email address; addresses with the same key belong to the same account. */
export const emailKey = (email: string): string => normalizeEmail(email).toLowerCase()

type Provider = { domains: string[]; normalizeLocalPart: (localPart: string) => string }

/** Providers with several domains for one mailbox, the main one first, and how they normalize local parts. */
const PROVIDERS: Provider[] = [
  { domains: ['gmail.com', 'googlemail.com'], normalizeLocalPart: (localPart) => localPart.replaceAll('.', '') },
  {
    domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'],
    normalizeLocalPart: (localPart) => localPart.replace(/[._-]/g, ''),
  },
  { domains: ['icloud.com', 'me.com', 'mac.com'], normalizeLocalPart: (localPart) => localPart },
  {
    domains: ['yandex.com', 'yandex.ru', 'yandex.by', 'yandex.kz', 'ya.ru'],
    normalizeLocalPart: (localPart) => localPart.replaceAll('-', '.'),
  },
]

/** The tag of a subaddress; a `+` at the start belongs to the name. */
const SUBADDRESS_TAG = /(?<=.)\+.*$/

/** Returns whether an email address has a tag, such as `name+tag@host`. */
export const isSubaddress = (email: string): boolean => SUBADDRESS_TAG.test(emailKey(email).split('@')[0] ?? '')

/**
 * Returns the key of the mailbox that receives the mail for an email address: `name+tag@host` is a subaddress of
 * `name@host`, and some providers ignore further differences.
 */
export function mailboxKey(email: string): string {
  const [localPart = '', domain = ''] = emailKey(email).split('@')
  const name = localPart.replace(SUBADDRESS_TAG, '')
  const provider = PROVIDERS.find(({ domains }) => domains.includes(domain))
  return provider ? `${provider.normalizeLocalPart(name)}@${provider.domains[0]}` : `${name}@${domain}`
}
