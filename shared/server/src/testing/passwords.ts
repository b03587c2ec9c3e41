import { hash } from '@node-rs/argon2'

/** The lowest cost. A stored hash contains its cost, so that verifying one of these is as cheap. */
const COST = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/** Hashes a password for a row of a test. The service's own hash takes more time than the rest of such a test. */
export const aPasswordHash = (password: string): Promise<string> => hash(password.normalize('NFC'), COST)
