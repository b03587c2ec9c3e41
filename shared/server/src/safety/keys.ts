import { createHmac, hkdfSync } from 'node:crypto'

type Purpose =
  | 'statement-links'
  | 'mail-bars'
  | 'message-ids'
  | 'invite-words'
  | 'block-echoes'
  | 'retired-names'
  | 'known-devices'

/** Returns the keyed hash of a text for one purpose. It cannot be computed without the secret. */
export const hashForPurpose = (secret: string, purpose: Purpose, text: string): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)))
    .update(text)
    .digest()
