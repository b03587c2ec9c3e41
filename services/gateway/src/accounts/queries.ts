import type { CompleteRegistration } from '@app/contract/members/members'
import { emailKey } from '@app/contract/text/emails'
import type { Language } from '@app/contract/text/language'
import { nameKey, nameSearch } from '@app/contract/text/names'
import { hashToken } from '@app/server/accounts/mail-tokens'
import { type Database, type DatabaseTransaction, findViolatedConstraint } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import { couple } from '../members/queries.ts'

export type Purpose = 'REGISTRATION' | 'PASSWORD_RESET' | 'DELETION'

export const findAccount = (db: Database, email: string) =>
  db
    .selectFrom('members')
    .select(['id', 'userName', 'passwordHash', 'level', 'language', 'deletedAt', couple.as('couple')])
    .where('emailKey', '=', emailKey(email))
    .executeTakeFirst()

export const readCredentials = (db: Database, memberId: string) =>
  db
    .selectFrom('members')
    .select(['email', 'userName', 'passwordHash', 'language'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()

/**
 * Locks the member's row if the password hash is still the one that was verified; the row can neither change nor be
 * deleted until the transaction ends.
 */
export const lockAccount = (db: DatabaseTransaction, id: string, passwordHash: string) =>
  db
    .selectFrom('members')
    .select('id')
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

type NewMail = {
  kind: Purpose | 'EMAIL_CHANGE' | 'EMAIL_RETURN'
  address: string
  language: Language
  memberId?: string
  state?: 'WAITING' | 'DROPPED'
}

export async function insertMail(db: DatabaseTransaction, mail: NewMail, now: Date): Promise<string> {
  const at = now.toISOString()
  const { id } = await db
    .insertInto('mails')
    .values({ ...mail, createdAt: at, nextAttemptAt: at, endedAt: mail.state === 'DROPPED' ? at : null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the email address that an emailed link verifies, or undefined if the link is invalid or has expired. */
export async function findTokenAddress(db: Database, purpose: Purpose, token: string, now: Date) {
  const row = await db
    .selectFrom('mail_tokens')
    .select('address')
    .where('hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst()
  return row?.address
}

/** Returns the member whose password an emailed link may change. */
export const findTokenOwner = (db: Database, token: string, now: Date) =>
  db
    .selectFrom('mail_tokens')
    .innerJoin('members', 'members.emailKey', 'mail_tokens.addressKey')
    .select(['members.id', 'members.email', 'members.userName'])
    .where('hash', '=', hashToken(token))
    .where('purpose', '=', 'PASSWORD_RESET')
    .where('expiresAt', '>', now.toISOString())
    .where('members.deletedAt', 'is', null)
    .executeTakeFirst()

/** Consumes an emailed link; only one of several concurrent requests succeeds. Throws INVALID_TOKEN for the others. */
export async function consumeToken(
  db: DatabaseTransaction,
  purpose: Purpose,
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

const CODES_BY_CONSTRAINT = new Map([
  ['members_emailKey_key', 'EMAIL_IN_USE'],
  ['members_nameKey_key', 'USER_NAME_IN_USE'],
] as const)

/**
 * Maps a violated unique constraint on a name or email address to its error code; returns any other error unchanged.
 */
export function mapUniqueViolation(error: unknown): unknown {
  const constraint = findViolatedConstraint(error)
  const code = [...CODES_BY_CONSTRAINT].find(([name]) => name === constraint)?.[1]
  return code ? new AppError(code) : error
}

type NewMember = Pick<CompleteRegistration, 'userName' | 'cities' | 'language'> & {
  email: string
  passwordHash: string
}

export async function insertMember(db: DatabaseTransaction, member: NewMember, now: Date): Promise<string> {
  const at = now.toISOString()
  try {
    const { id } = await db
      .insertInto('members')
      .values({
        ...member,
        emailKey: emailKey(member.email),
        nameKey: nameKey(member.userName),
        nameSearch: nameSearch(member.userName),
        registeredAt: at,
        lastActiveAt: at,
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
 * Deletes the links emailed to these addresses, because they were issued for the accounts that had the addresses then.
 */
export const deleteTokensOf = (db: DatabaseTransaction, addresses: string[]) =>
  db.deleteFrom('mail_tokens').where('addressKey', 'in', addresses.map(emailKey)).execute()
