import { createHash } from 'node:crypto'
import { emailKey } from '@app/contract/emails'

/** Limits know addresses by their hash alone. */
export const mailboxKey = (email: string): string => createHash('sha256').update(emailKey(email)).digest('base64url')
