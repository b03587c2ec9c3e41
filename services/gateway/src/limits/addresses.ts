import { createHash } from 'node:crypto'

/** Returns the hash under which limits count an email address, so that Redis never holds the address itself. */
export const hashAddress = (address: string): string => createHash('sha256').update(address).digest('base64url')
