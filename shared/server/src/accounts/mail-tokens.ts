import { createHash, randomBytes } from 'node:crypto'

/** Generates the token of an emailed link: 256 random bits. */
export const generateToken = (): string => randomBytes(32).toString('base64url')

/** Returns the hash of a token; the database stores only hashes. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
