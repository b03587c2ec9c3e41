import type { EmailAddress } from '@app/contract/members/credentials'
import { emailKey } from '@app/contract/text/emails'
import { hashToken } from '@app/server/accounts/mail-tokens'
import type { Database, DatabaseTransaction } from '@app/server/db/database'
import { sql } from 'kysely'
import { mapUniqueViolation } from '../accounts/queries.ts'

export const readEmail = (db: Database, memberId: string, now: Date): Promise<EmailAddress> =>
  db
    .selectFrom('members')
    .leftJoin('email_changes', (join) =>
      join.onRef('email_changes.memberId', '=', 'members.id').on('email_changes.expiresAt', '>', now.toISOString()),
    )
    .select(['members.email', 'email_changes.email as pending'])
    .where('members.id', '=', memberId)
    .executeTakeFirstOrThrow()

type NewChange = { memberId: string; mailId: string; email: string; sessionId: string; expiresAt: string }

/**
 * Replaces the member's pending change, unless no email is sent and the link in an earlier email to the same address is
 * still valid.
 */
export const storeChange = (db: DatabaseTransaction, change: NewChange, { send }: { send: boolean }) =>
  db
    .insertInto('email_changes')
    .values(change)
    .onConflict((conflict) =>
      conflict
        .column('memberId')
        .doUpdateSet({ ...change, hash: null })
        .where(sql<boolean>`${send} or email_changes.email <> excluded.email`),
    )
    .execute()

export const findChange = (db: Database, token: string) =>
  db.selectFrom('email_changes').select('memberId').where('hash', '=', hashToken(token)).executeTakeFirst()

/** Consumes the link; only one of several concurrent requests succeeds. */
export const consumeChange = (db: DatabaseTransaction, token: string, now: Date) =>
  db
    .deleteFrom('email_changes')
    .where('hash', '=', hashToken(token))
    .where('expiresAt', '>', now.toISOString())
    .returning(['email', 'sessionId'])
    .executeTakeFirst()

/** Locks the member's row, which serializes changes of one member. */
export const lockMember = (db: DatabaseTransaction, memberId: string) =>
  db
    .selectFrom('members')
    .select(['id', 'email', 'language', 'deletedAt'])
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()

/** Sets the member's email address, and the password hash if given; throws EMAIL_IN_USE if the address is taken. */
export const updateEmail = (
  db: DatabaseTransaction,
  memberId: string,
  { email, passwordHash }: { email: string; passwordHash?: string },
) =>
  db
    .updateTable('members')
    .set({ email, emailKey: emailKey(email), ...(passwordHash ? { passwordHash } : {}) })
    .where('id', '=', memberId)
    .execute()
    .catch((error: unknown) => {
      throw mapUniqueViolation(error)
    })

type NewReturn = { memberId: string; mailId: string; email: string; expiresAt: string }

export const insertReturn = (db: DatabaseTransaction, row: NewReturn) =>
  db.insertInto('email_returns').values(row).execute()

export const findReturn = (db: Database, token: string, now: Date) =>
  db
    .selectFrom('email_returns')
    .select('memberId')
    .where('hash', '=', hashToken(token))
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst()

/** Consumes the link; only one of several concurrent requests succeeds. */
export const consumeReturn = (db: DatabaseTransaction, token: string, now: Date) =>
  db
    .deleteFrom('email_returns')
    .where('hash', '=', hashToken(token))
    .where('expiresAt', '>', now.toISOString())
    .returning(['id', 'email'])
    .executeTakeFirst()

/**
 * Deletes the links that return the account to addresses set later: an attacker who took the account over may own those
 * mailboxes.
 */
export const deleteLaterReturns = (db: DatabaseTransaction, memberId: string, id: string) =>
  db.deleteFrom('email_returns').where('memberId', '=', memberId).where('id', '>', id).execute()

/** Deletes the link that returns the account to an address that the member has again. */
export const deleteReturnTo = (db: DatabaseTransaction, memberId: string, email: string) =>
  db
    .deleteFrom('email_returns')
    .where('memberId', '=', memberId)
    .where(sql<string>`lower(email)`, '=', emailKey(email))
    .execute()
