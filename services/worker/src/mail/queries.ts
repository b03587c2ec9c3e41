import { emailKey } from '@app/contract/text/emails'
import type { Database, DatabaseTransaction } from '@app/server/db/database'
import type { DB } from '@app/server/db/tables'
import { type Selectable, sql } from 'kysely'

export type MailRow = Selectable<DB['mails']>

export type EventMailKind = Extract<MailRow['kind'], `EVENT_${string}`>

const BACKOFF_MIN_SECONDS = 30
const BACKOFF_MAX_SECONDS = 600
/** Limits the exponent, so that the power does not overflow. */
const BACKOFF_EXPONENT_MAX = 10

/**
 * Claims a due email of one of these kinds by moving its next attempt into the future. Until then no other worker
 * claims the email, and a worker that fails or dies leaves nothing to undo.
 */
export const claimMail = (
  db: DatabaseTransaction,
  mailId: string,
  kinds: MailRow['kind'][],
  now: Date,
): Promise<MailRow | undefined> =>
  db
    .updateTable('mails')
    .set({
      attempts: sql`attempts + 1`,
      nextAttemptAt: sql<string>`${now}::timestamptz
        + make_interval(secs => least(${BACKOFF_MIN_SECONDS} * 2 ^ least(attempts, ${BACKOFF_EXPONENT_MAX}), ${BACKOFF_MAX_SECONDS}))`,
    })
    .where('id', '=', mailId)
    .where('kind', 'in', kinds)
    .where('state', '=', 'WAITING')
    .where('nextAttemptAt', '<=', now.toISOString())
    .returningAll()
    .executeTakeFirst()

export const mailExists = async (db: Database, mailId: string): Promise<boolean> =>
  (await db.selectFrom('mails').select('id').where('id', '=', mailId).executeTakeFirst()) !== undefined

/** Locks an email address until the transaction ends, so that workers prepare emails to it sequentially. */
export const lockAddress = (db: DatabaseTransaction, address: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`mail:${emailKey(address)}`}, 0))`.execute(db)

/** The facts about an email's address that decide what to send. */
export type Recipient = {
  member: { email: string; language: MailRow['language']; registeredAt: string; isDeleted: boolean } | null
  isAddressUndeliverable: boolean
  /** Whether a newer email of the same kind was attempted, whose link has replaced the link of this one. */
  isSuperseded: boolean
}

/** Finds the facts about an email's address, with the member who uses it. */
export async function findRecipient(db: DatabaseTransaction, { id, kind, address }: MailRow): Promise<Recipient> {
  const key = emailKey(address)
  const { rows } = await sql<Recipient>`
    select
      (select json_build_object('email', email, 'language', language, 'registeredAt', "registeredAt",
          'isDeleted', "deletedAt" is not null)
        from members where "emailKey" = ${key}) as member,
      exists (select from dead_addresses where "addressKey" = ${key}) as "isAddressUndeliverable",
      exists (
        select from mails
        where lower(address) = lower(${address}) and kind = ${kind} and id > ${id} and attempts > 0
      ) as "isSuperseded"`.execute(db)
  return rows[0] as Recipient
}

/**
 * Stores a token's hash with the email address change that the email is about. Returns false if the change is no longer
 * pending or has a newer email.
 */
export async function storeAddressToken(
  db: DatabaseTransaction,
  table: 'email_changes' | 'email_returns',
  mailId: string,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set({ hash })
    .where('mailId', '=', mailId)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Finishes a waiting email. */
export const finishMail = (db: Database, mailId: string, state: 'SENT' | 'DROPPED' | 'REFUSED', now: Date) =>
  db
    .updateTable('mails')
    .set({ state, endedAt: now.toISOString() })
    .where('id', '=', mailId)
    .where('state', '=', 'WAITING')
    .execute()

export const insertUndeliverableAddress = (db: Database, address: string, now: Date) =>
  db
    .insertInto('dead_addresses')
    .values({ addressKey: emailKey(address), since: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/**
 * Requeues emails that a worker of an earlier release has dropped because it did not know their kinds. Only those have
 * no token: a worker that knows the kind stores the token (see `storeAddressToken`) even if it then drops the email.
 */
export const requeueUnknownMails = (db: Database, now: Date) =>
  sql`
    update mails set state = 'WAITING', "endedAt" = null, "nextAttemptAt" = ${now}
    from (
      select "mailId" from email_changes where hash is null and "expiresAt" > ${now}
      union all select "mailId" from email_returns where hash is null and "expiresAt" > ${now}) as links
    where mails.id = links."mailId" and state = 'DROPPED' and attempts > 0`.execute(db)

/** Lists emails that were due by this time: their jobs were lost, or their backoff is over. */
export async function listOverdueMails(
  db: Database,
  kinds: MailRow['kind'][],
  dueBy: Date,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .select('id')
    .where('kind', 'in', kinds)
    .where('state', '=', 'WAITING')
    .where('nextAttemptAt', '<=', dueBy.toISOString())
    .orderBy('nextAttemptAt')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the name of a session's browser; empty if it is unknown or the session has ended. */
export async function findDevice(db: DatabaseTransaction, sessionId: string | null): Promise<string> {
  const session = await db.selectFrom('sessions').select('device').where('id', '=', sessionId).executeTakeFirst()
  return session?.device ?? ''
}
