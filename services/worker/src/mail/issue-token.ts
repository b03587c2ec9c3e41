import {
  DELETION_PERIOD_MS,
  NEW_DEVICE_LINK_LIFETIME_MS,
  PASSWORD_LINK_LIFETIME_MS,
  REGISTRATION_LINK_LIFETIME_MS,
} from '@app/contract/limits'
import { generateToken, hashToken, storeToken, type TokenPurpose } from '@app/server/accounts/mail-tokens'
import type { Tx } from '@app/server/delivery/transact'

/** The lifetimes of the links, in milliseconds. */
export const LIFETIMES: Record<TokenPurpose, number> = {
  REGISTRATION: REGISTRATION_LINK_LIFETIME_MS,
  PASSWORD_RESET: PASSWORD_LINK_LIFETIME_MS,
  DELETION: DELETION_PERIOD_MS,
  NEW_DEVICE: NEW_DEVICE_LINK_LIFETIME_MS,
}

/** Generates a token for a link and stores its hash. Only the email contains the token itself. */
export async function issueToken(tx: Tx, purpose: TokenPurpose, address: string): Promise<string> {
  const token = generateToken()
  const expiresAt = new Date(tx.now().getTime() + LIFETIMES[purpose])
  await storeToken(tx.db, { hash: hashToken(token), purpose, address, expiresAt })
  return token
}
