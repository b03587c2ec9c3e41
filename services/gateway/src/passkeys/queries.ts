import type { PasskeyEntry, PasskeyProtection } from '@app/contract/safety/passkeys'
import type { Ctx, Member } from '@app/server/context'
import { type Database, type DatabaseTransaction, findViolatedConstraint } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import { ageCheckColumn } from '@app/server/policies/age'
import { removedContentColumn, restrictionsColumn, unreadDecisionsColumn } from '@app/server/safety/statements'
import { sql } from 'kysely'
import { coupleColumn } from '../members/queries.ts'
import { dutiesColumn } from '../sessions/queries.ts'

const ENTRY = [
  sql<string>`translate(encode(passkeys.id, 'base64'), E'+/=\\n', '-_')`.as('id'),
  'passkeys.name',
  'passkeys.createdAt',
  'passkeys.usedAt',
] as const

/** Lists the account's passkeys, oldest first. */
export const listPasskeys = (
  db: Database,
  { accountId, sessionId }: Pick<Member, 'accountId' | 'sessionId'>,
): Promise<PasskeyEntry[]> =>
  db
    .selectFrom('passkeys')
    .select(ENTRY)
    .select(
      sql<boolean>`exists (select from sessions where sessions.id = ${sessionId} and "passkeyId" = passkeys.id)`.as(
        'current',
      ),
    )
    .where('memberId', '=', accountId)
    .orderBy('createdAt')
    .orderBy('passkeys.id')
    .execute()

/** Lists the ids and transports of the account's passkeys. */
export const listCredentials = (db: Database, accountId: string) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'transports'])
    .where('memberId', '=', accountId)
    .orderBy('createdAt')
    .execute()

export async function countPasskeys(db: Database, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('passkeys')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('memberId', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

type NewPasskey = {
  id: Buffer
  memberId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
  createdAt: string
}

/** Inserts a passkey. Throws CONFLICT if its id is already in use. */
export async function insertPasskey(db: DatabaseTransaction, passkey: NewPasskey): Promise<void> {
  try {
    await db
      .insertInto('passkeys')
      .values({ ...passkey, counter: String(passkey.counter) })
      .execute()
  } catch (error) {
    throw findViolatedConstraint(error) === 'passkeys_pkey' ? new AppError('CONFLICT') : error
  }
}

/** Deletes a passkey of the account, and returns its name; undefined if the account has no such passkey. */
export const deletePasskeyRow = (db: DatabaseTransaction, accountId: string, id: Buffer) =>
  db.deleteFrom('passkeys').where('id', '=', id).where('memberId', '=', accountId).returning('name').executeTakeFirst()

/** Deletes the account's passkeys that were added since a time, and returns their names. */
export const deletePasskeysSince = (db: DatabaseTransaction, accountId: string, since: Date) =>
  db
    .deleteFrom('passkeys')
    .where('memberId', '=', accountId)
    .where('createdAt', '>=', since.toISOString())
    .returning('name')
    .execute()

/** Finds a passkey with the data of its account. */
export const findPasskey = ({ config, db }: Pick<Ctx, 'config' | 'db'>, id: Buffer) =>
  db
    .selectFrom('passkeys')
    .innerJoin('members', 'members.id', 'passkeys.memberId')
    .select(['passkeys.publicKey', 'passkeys.counter', 'passkeys.memberId'])
    .select(['members.email', 'members.registeredAt', 'members.deletedAt'])
    .select(['members.userName', 'members.level as memberLevel', 'members.language'])
    .select([coupleColumn.as('couple'), dutiesColumn.as('duties'), 'members.heldUntil'])
    .select(ageCheckColumn(config).as('ageCheckNeeded'))
    .select([unreadDecisionsColumn.as('unreadDecisions'), removedContentColumn.as('removedContent')])
    .select(restrictionsColumn.as('restrictions'))
    .where('passkeys.id', '=', id)
    .executeTakeFirst()

/** Locks the account of a passkey or recovery code for a new session. Returns false if it is being deleted. */
export async function lockOwner(db: DatabaseTransaction, memberId: string): Promise<boolean> {
  const owner = await db
    .selectFrom('members')
    .select('id')
    .where('id', '=', memberId)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return owner !== undefined
}

/**
 * Stores the use of a passkey with its new counter. Returns false if the passkey is gone or its counter has not
 * increased, as with a copied authenticator. Authenticators without a counter always report 0.
 */
export async function recordUse(db: DatabaseTransaction, id: Buffer, counter: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter: String(counter), usedAt: now.toISOString() })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Reads how the account is protected, without the codes themselves. */
export const readProtection = (db: Database, accountId: string): Promise<PasskeyProtection> =>
  db
    .selectFrom('members')
    .leftJoin('password_waits', 'password_waits.memberId', 'members.id')
    .select([
      'passkeyOnly',
      sql<number>`(select count(*)::int from recovery_codes where "memberId" = members.id)`.as('codesLeft'),
      'dueAt as newPasswordFrom',
    ])
    .where('members.id', '=', accountId)
    .executeTakeFirstOrThrow()

export const updatePasskeyOnly = (db: DatabaseTransaction, accountId: string, passkeyOnly: boolean) =>
  db.updateTable('members').set({ passkeyOnly }).where('id', '=', accountId).execute()

/** Replaces the recovery codes of the account. The caller holds the lock on it. */
export async function replaceCodes(
  db: DatabaseTransaction,
  memberId: string,
  hashes: Buffer[],
  now: Date,
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('memberId', '=', memberId).execute()
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ memberId, hash, createdAt: now.toISOString() })))
    .execute()
}

export async function hasCode(db: Database, memberId: string, hash: Buffer): Promise<boolean> {
  const code = await db
    .selectFrom('recovery_codes')
    .select('memberId')
    .where('memberId', '=', memberId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return code !== undefined
}

/** Deletes a recovery code. Returns false if it is already used or replaced. */
export async function consumeCode(db: DatabaseTransaction, memberId: string, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('memberId', '=', memberId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Deletes the recovery codes that were created since a time. */
export const deleteCodesSince = (db: DatabaseTransaction, memberId: string, since: Date) =>
  db
    .deleteFrom('recovery_codes')
    .where('memberId', '=', memberId)
    .where('createdAt', '>=', since.toISOString())
    .execute()
