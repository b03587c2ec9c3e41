import { createHash, randomBytes } from 'node:crypto'
import { emailKey } from '@app/contract/text/emails'
import type { DatabaseTransaction } from '../db/database.ts'
import type { DB } from '../db/tables.ts'

/** Generates the token of an emailed link: 256 random bits. */
export const generateToken = (): string => randomBytes(32).toString('base64url')

/** Returns the hash of a token; the database stores only hashes. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export type TokenPurpose = DB['mail_tokens']['purpose']

type NewToken = { hash: Buffer; purpose: TokenPurpose; address: string; expiresAt: Date }

/** Stores the hash of a token, and replaces an older token for the same purpose and address. */
export const storeToken = (db: DatabaseTransaction, { hash, purpose, address, expiresAt }: NewToken) =>
  db
    .insertInto('mail_tokens')
    .values({ hash, purpose, address, addressKey: emailKey(address), expiresAt: expiresAt.toISOString() })
    .onConflict((conflict) =>
      conflict.columns(['purpose', 'addressKey']).doUpdateSet((eb) => ({
        hash: eb.ref('excluded.hash'),
        address: eb.ref('excluded.address'),
        expiresAt: eb.ref('excluded.expiresAt'),
      })),
    )
    .execute()
