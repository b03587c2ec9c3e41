import { createHash } from 'node:crypto'

/** Returns the hash under which limits count an email address, so that Redis never stores the address itself. */
export const hashEmail = (email: string): string => createHash('sha256').update(email).digest('base64url')
