import { createHmac, hkdfSync } from 'node:crypto'
import { type Identity, identityText } from '../accounts/identity.ts'

/**
 * Returns the key that identifies a member in unsubscribe links: 256 bits that cannot be guessed without the secret,
 * the same in every email. The gateway finds the member by the stored hash of the key, so links remain valid after the
 * secret changes.
 */
export const createUnsubscribeKey = (secret: string, member: Identity): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', 'unsubscribing', 32)))
    .update(identityText(member))
    .digest('base64url')
