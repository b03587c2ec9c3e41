import { createHmac, hkdfSync } from 'node:crypto'

/**
 * What names a member in the links out of mails: 256 bits that nobody without the secret can guess, the same in every mail.
 * Links are found by its hash, which stays when the secret changes.
 */
export const unsubscribeName = (secret: string, memberId: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', 'unsubscribing', 32)))
    .update(memberId)
    .digest('base64url')
