import type { CompleteRegistration } from '@app/contract/members/members'
import { emailKey } from '@app/contract/text/emails'
import type { Language } from '@app/contract/text/language'
import { nameSearch } from '@app/contract/text/names'
import { hashToken, type TokenPurpose } from '@app/server/accounts/mail-tokens'
import type { Ctx } from '@app/server/context'
import { type Database, type DatabaseTransaction, findViolatedConstraint } from '@app/server/db/database'
import type { DB } from '@app/server/db/tables'
import { AppError } from '@app/server/errors'
import { ageCheckColumn } from '@app/server/policies/age'
import { claimedNameKey } from '@app/server/safety/retired-names'
import { removedContentColumn, restrictionsColumn, unreadDecisionsColumn } from '@app/server/safety/statements'
import { coupleColumn } from '../members/queries.ts'
import { dutiesColumn } from '../sessions/queries.ts'

/**
 * Finds an account by its email address, with the hash of a new password whose waiting period is over, if there is one.
 */
export const findAccount = ({ config, db, now }: Pick<Ctx, 'config' | 'db' | 'now'>, email: string) =>
  db
    .selectFrom('members')
    .leftJoin('password_waits', (join) =>
      join.onRef('password_waits.memberId', '=', 'members.id').on('dueAt', '<=', now().toISOString()),
    )
    .select(['email', 'passkeyOnly', 'password_waits.passwordHash as dueHash'])
    .select(['members.id as memberId', 'userName', 'members.passwordHash', 'level as memberLevel', 'language'])
    .select(['deletedAt', coupleColumn.as('couple')])
    .select([dutiesColumn.as('duties'), 'heldUntil', ageCheckColumn(config).as('ageCheckNeeded')])
    .select([unreadDecisionsColumn.as('unreadDecisions'), removedContentColumn.as('removedContent')])
    .select(restrictionsColumn.as('restrictions'))
    .where('emailKey', '=', emailKey(email))
    .executeTakeFirst()

export const readCredentials = (db: Database, memberId: string) =>
  db
    .selectFrom('members')
    .select(['email', 'userName', 'passwordHash', 'language', 'passkeyOnly'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()

/**
 * Locks the member's row if it still has the password hash that was verified, so that it cannot change until the
 * transaction ends. Returns undefined if the password has changed or the account is being deleted.
 */
export const lockAccountWithPassword = (db: DatabaseTransaction, id: string, passwordHash: string) =>
  db
    .selectFrom('members')
    .select('id')
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** A change of how a member logs in, which an email announces. */
export type LoginChange = NonNullable<DB['mails']['loginChange']>

type NewMail = {
  kind: TokenPurpose | 'EMAIL_CHANGE' | 'EMAIL_RETURN' | 'PASSKEY_ADDED' | 'LOGIN_CHANGED'
  address: string
  language: Language
  memberId?: string
  /** The id of the row that the email is about: a session or a team log entry, depending on `kind`. */
  aboutId?: string | undefined
  loginChange?: LoginChange
  state?: 'WAITING' | 'DROPPED'
}

export async function insertMail(db: DatabaseTransaction, mail: NewMail, now: Date): Promise<string> {
  const createdAt = now.toISOString()
  const { id } = await db
    .insertInto('mails')
    .values({
      ...mail,
      createdAt,
      nextAttemptAt: createdAt,
      endedAt: mail.state === 'DROPPED' ? createdAt : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Finds the email address that an emailed link verifies; returns undefined if the link is invalid or has expired. */
export async function findTokenAddress(db: Database, purpose: TokenPurpose, token: string, now: Date) {
  const row = await db
    .selectFrom('mail_tokens')
    .select('address')
    .where('hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst()
  return row?.address
}

/** Finds the member whose password an emailed link may reset. */
export const findTokenOwner = (db: Database, token: string, now: Date) =>
  db
    .selectFrom('mail_tokens')
    .innerJoin('members', 'members.emailKey', 'mail_tokens.addressKey')
    .select(['members.id', 'members.email', 'members.userName', 'members.language'])
    .where('hash', '=', hashToken(token))
    .where('purpose', '=', 'PASSWORD_RESET')
    .where('expiresAt', '>', now.toISOString())
    .where('members.deletedAt', 'is', null)
    .executeTakeFirst()

/**
 * Consumes an emailed link and returns the email address that it verifies. Throws INVALID_TOKEN if the link is
 * invalid, has expired or is already consumed. The caller holds the lock on the account that has the address, if any:
 * transactions with this lock delete links, which would otherwise end in a deadlock.
 */
export async function consumeToken(
  db: DatabaseTransaction,
  purpose: TokenPurpose,
  token: string,
  now: Date,
): Promise<string> {
  const row = await db
    .deleteFrom('mail_tokens')
    .where('hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now.toISOString())
    .returning('address')
    .executeTakeFirst()
  if (!row) throw new AppError('INVALID_TOKEN')
  return row.address
}

const ERROR_CODES_BY_CONSTRAINT = new Map([
  ['members_emailKey_key', 'EMAIL_IN_USE'],
  ['members_nameKey_key', 'USER_NAME_IN_USE'],
] as const)

/**
 * Maps a violated unique constraint on a name or email address to its error code; returns any other error unchanged.
 */
export function mapUniqueViolation(error: unknown): unknown {
  const constraint = findViolatedConstraint(error)
  const code = [...ERROR_CODES_BY_CONSTRAINT].find(([name]) => name === constraint)?.[1]
  return code ? new AppError(code) : error
}

type NewMember = Pick<CompleteRegistration, 'userName' | 'cities' | 'language'> & {
  email: string
  passwordHash: string
}

export async function insertMember(
  db: DatabaseTransaction,
  { secret, ...member }: NewMember & { secret: string },
  now: Date,
): Promise<string> {
  const registeredAt = now.toISOString()
  try {
    const { id } = await db
      .insertInto('members')
      .values({
        ...member,
        emailKey: emailKey(member.email),
        nameKey: claimedNameKey(secret, member.userName, now),
        nameSearch: nameSearch(member.userName),
        registeredAt,
        lastActiveAt: registeredAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  } catch (error) {
    throw mapUniqueViolation(error)
  }
}

type NewPerson = CompleteRegistration['person1']

export const insertPersons = (db: DatabaseTransaction, memberId: string, persons: NewPerson[]) =>
  db
    .insertInto('persons')
    .values(persons.map(({ sex, year }, index) => ({ memberId, ordinal: index + 1, sex, yearOfBirth: year })))
    .execute()

/** Sets the password hash. Throws INVALID_TOKEN if the account is being deleted. */
export async function updatePassword(db: DatabaseTransaction, memberId: string, passwordHash: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({ passwordHash })
    .where('id', '=', memberId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('INVALID_TOKEN')
}

/**
 * Deletes the tokens of links emailed to these addresses, so that links from before a change of the password or address
 * stop working.
 */
export const deleteTokensForAddresses = (db: DatabaseTransaction, addresses: string[]) =>
  db.deleteFrom('mail_tokens').where('addressKey', 'in', addresses.map(emailKey)).execute()

/** Locks the account. Returns whether it accepts only passkeys; throws INVALID_TOKEN if it is being deleted. */
export async function lockPasskeyOnly(db: DatabaseTransaction, memberId: string): Promise<boolean> {
  const account = await db
    .selectFrom('members')
    .select('passkeyOnly')
    .where('id', '=', memberId)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account) throw new AppError('INVALID_TOKEN')
  return account.passkeyOnly
}

/** Stores a new password that takes effect later. It replaces an earlier one that is still waiting. */
export const storePendingPassword = (
  db: DatabaseTransaction,
  wait: { memberId: string; passwordHash: string; dueAt: string },
) =>
  db
    .insertInto('password_waits')
    .values(wait)
    .onConflict((conflict) => conflict.column('memberId').doUpdateSet(wait))
    .execute()

export const deletePendingPassword = (db: DatabaseTransaction, memberId: string) =>
  db.deleteFrom('password_waits').where('memberId', '=', memberId).execute()

/**
 * Replaces the password with the new one whose waiting period is over, and allows logins with a password again. Returns
 * false if the new password was canceled or replaced meanwhile. The caller holds the lock on the account.
 */
export async function applyDuePassword(db: DatabaseTransaction, memberId: string, dueHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('password_waits')
    .where('memberId', '=', memberId)
    .where('passwordHash', '=', dueHash)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await db
    .updateTable('members')
    .set({ passwordHash: dueHash, passkeyOnly: false })
    .where('id', '=', memberId)
    .execute()
  return true
}
