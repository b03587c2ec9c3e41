import { createHash, randomBytes } from 'node:crypto'

/** What a mailed link carries: 256 random bits. */
export const generateToken = (): string => randomBytes(32).toString('base64url')

/** All that is kept of a token. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
