import { hashForPurpose } from './keys.ts'

/**
 * Returns the token of the link to a statement: 256 bits that cannot be guessed without the secret, the same in every
 * attempt to send its email. The database stores only its hash.
 */
export const createStatementToken = (secret: string, { id, decidedAt }: { id: string; decidedAt: string }): string =>
  hashForPurpose(secret, 'statement-links', `${id} ${decidedAt}`).toString('base64url')
