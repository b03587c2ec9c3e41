import type { EmailAddress } from '@app/contract/members/credentials'
import { emailKey } from '@app/contract/text/emails'
import { hashToken } from '@app/server/accounts/mail-tokens'
import type { Database, DatabaseTransaction } from '@app/server/db/database'
import { sql } from 'kysely'
import { mapUniqueViolation } from '../accounts/queries.ts'

/** Returns the member's email address, and the address of a pending change. */
export const readEmail = (db: Database, memberId: string, now: Date): Promise<EmailAddress> =>
  db
    .selectFrom('members')
    .leftJoin('email_changes', (join) =>
      join.onRef('email_changes.memberId', '=', 'members.id').on('email_changes.expiresAt', '>', now.toISOString()),
    )
    .select(['members.email', 'email_changes.email as pending'])
    .where('members.id', '=', memberId)
    .executeTakeFirstOrThrow()

type NewEmailChange = { memberId: string; mailId: string; email: string; sessionId: string; expiresAt: string }

/**
 * Replaces the member's pending change. Keeps it if no new email should be sent and it is to the same address, so that
 * the link in the earlier email stays valid.
 */
export const storeEmailChange = (
  db: DatabaseTransaction,
  change: NewEmailChange,
  { shouldSend }: { shouldSend: boolean },
) =>
  db
    .insertInto('email_changes')
    .values(change)
    .onConflict((conflict) =>
      conflict
        .column('memberId')
        .doUpdateSet({ ...change, hash: null })
        .where(sql<boolean>`${shouldSend} or email_changes.email <> excluded.email`),
    )
    .execute()

export const findEmailChange = (db: Database, token: string) =>
  db.selectFrom('email_changes').select('memberId').where('hash', '=', hashToken(token)).executeTakeFirst()

/** Consumes the link; only one of several concurrent requests succeeds. */
export const consumeEmailChange = (db: DatabaseTransaction, token: string, now: Date) =>
  db
    .deleteFrom('email_changes')
    .where('hash', '=', hashToken(token))
    .where('expiresAt', '>', now.toISOString())
    .returning(['email', 'sessionId'])
    .executeTakeFirst()

/** Locks the member's row, which serializes changes to one member. */
export const lockMember = (db: DatabaseTransaction, memberId: string) =>
  db
    .selectFrom('members')
    .select(['id', 'email', 'language', 'level', 'deletedAt'])
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()

/** Sets the member's email address and the given credentials. Throws EMAIL_IN_USE if the address is taken. */
export const updateEmail = (
  db: DatabaseTransaction,
  memberId: string,
  changes: { email: string; passwordHash?: string; passkeyOnly?: false },
) =>
  db
    .updateTable('members')
    .set({ ...changes, emailKey: emailKey(changes.email) })
    .where('id', '=', memberId)
    .execute()
    .catch((error: unknown) => {
      throw mapUniqueViolation(error)
    })

/** A link, emailed to a previous address, that returns the account to that address. */
type NewEmailReturn = { memberId: string; mailId: string; email: string; expiresAt: string }

export const insertEmailReturn = (db: DatabaseTransaction, row: NewEmailReturn) =>
  db.insertInto('email_returns').values(row).execute()

export const findEmailReturn = (db: Database, token: string, now: Date) =>
  db
    .selectFrom('email_returns')
    .select('memberId')
    .where('hash', '=', hashToken(token))
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst()

/** Consumes the link; only one of several concurrent requests succeeds. */
export const consumeEmailReturn = (db: DatabaseTransaction, token: string, now: Date) =>
  db
    .deleteFrom('email_returns')
    .where('hash', '=', hashToken(token))
    .where('expiresAt', '>', now.toISOString())
    .returning(['id', 'email'])
    .executeTakeFirst()

/**
 * Deletes the links that return the account to addresses that it had later, because an attacker who took the account
 * over may own those mailboxes.
 */
export const deleteLaterEmailReturns = (db: DatabaseTransaction, memberId: string, id: string) =>
  db.deleteFrom('email_returns').where('memberId', '=', memberId).where('id', '>', id).execute()

/** Deletes the link that returns the account to an address, because the account has that address again. */
export const deleteEmailReturnTo = (db: DatabaseTransaction, memberId: string, email: string) =>
  db
    .deleteFrom('email_returns')
    .where('memberId', '=', memberId)
    .where(sql<string>`lower(email)`, '=', emailKey(email))
    .execute()
