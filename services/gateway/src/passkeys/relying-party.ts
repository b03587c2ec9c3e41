import { createHash } from 'node:crypto'
import { PRODUCT_NAME } from '@app/contract/product'
import { type Identity, identityText } from '@app/server/accounts/identity'
import { type Config, listAllowedOrigins } from '@app/server/process/config'

/** Returns the site for which passkeys are valid. They never work at another one, so they cannot be phished. */
export const toRelyingParty = (config: Config) => ({
  id: new URL(config.publicUrl).hostname,
  name: PRODUCT_NAME,
  origins: listAllowedOrigins(config),
})

/**
 * Returns the user handle by which authenticators identify an account, in base64url. It reveals nothing about the
 * member.
 */
export const createUserHandle = (account: Identity): string =>
  createHash('sha256')
    .update(`passkeys:${identityText(account)}`)
    .digest('base64url')
