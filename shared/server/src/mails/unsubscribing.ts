import { createHmac, hkdfSync } from 'node:crypto'
import { type Identity, identityText } from '../accounts/identity.ts'

/**
 * Returns the name of a member in the unsubscribe links of emails: 256 bits that cannot be guessed without the secret,
 * the same in every email. Links are looked up by its hash, which stays the same when the secret changes.
 */
export const createUnsubscribeName = (secret: string, member: Identity): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', 'unsubscribing', 32)))
    .update(identityText(member))
    .digest('base64url')
