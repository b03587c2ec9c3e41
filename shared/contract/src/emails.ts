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

/** Mail domains that ignore dots in the local part. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com'])

/** Two addresses with the same key are delivered to the same mailbox: subaddresses (`name+tag@host`) belong to `name@host`. */
export function mailboxKey(email: string): string {
  const [local = '', domain = ''] = emailKey(email).split('@')
  const name = local.replace(/(?<=.)\+.*$/, '')
  return `${DOTLESS.has(domain) ? name.replaceAll('.', '') : name}@${domain}`
}
