import { emailKey } from '@app/contract/text/emails'
import type { Database, DatabaseTransaction } from '@app/server/db/database'
import type { DB } from '@app/server/db/tables'
import { type Selectable, sql } from 'kysely'

export type MailRow = Selectable<DB['mails']>

const BACKOFF_MIN_SECONDS = 30
const BACKOFF_MAX_SECONDS = 600

/**
 * Claims a due mail of one of these kinds for one attempt, by moving the time of the next one: a worker that fails or
 * dies has nothing to undo, and no other worker claims the email before.
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
        + make_interval(secs => least(${BACKOFF_MIN_SECONDS} * 2 ^ least(attempts, 10), ${BACKOFF_MAX_SECONDS}))`,
    })
    .where('id', '=', mailId)
    .where('kind', 'in', kinds)
    .where('state', '=', 'WAITING')
    .where('nextAttemptAt', '<=', now.toISOString())
    .returningAll()
    .executeTakeFirst()

export const findMail = (db: Database, mailId: string): Promise<Pick<MailRow, 'id'> | undefined> =>
  db.selectFrom('mails').select('id').where('id', '=', mailId).executeTakeFirst()

/** Locks an address until the transaction ends, so that emails to it are prepared sequentially. */
export const lockAddress = (db: DatabaseTransaction, address: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`mail:${emailKey(address)}`}, 0))`.execute(db)

export type Recipient = {
  member: { email: string; language: MailRow['language']; registeredAt: string; deleted: boolean } | null
  deadAddress: boolean
  /** True if a newer email of the kind was attempted: its link has replaced the link of this one. */
  superseded: boolean
}

export async function findRecipient(db: DatabaseTransaction, { id, kind, address }: MailRow): Promise<Recipient> {
  const key = emailKey(address)
  const { rows } = await sql<Recipient>`
    select
      (select json_build_object('email', email, 'language', language, 'registeredAt', "registeredAt",
          'deleted', "deletedAt" is not null)
        from members where "emailKey" = ${key}) as member,
      exists (select from dead_addresses where "addressKey" = ${key}) as "deadAddress",
      exists (
        select from mails
        where lower(address) = lower(${address}) and kind = ${kind} and id > ${id} and attempts > 0
      ) as superseded`.execute(db)
  return rows[0] as Recipient
}

export type TokenPurpose = DB['mail_tokens']['purpose']

type NewToken = { hash: Buffer; purpose: TokenPurpose; address: string; expiresAt: Date }

/** Stores the hash of a token, and replaces the older one for the same purpose and address. */
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

/**
 * Stores the token's hash with the change of address that the email is for; false when that is over or a newer email
 * has replaced this one.
 */
export async function storeLink(
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

export const endMail = (db: Database, mailId: string, state: 'SENT' | 'DROPPED' | 'REFUSED', now: Date) =>
  db
    .updateTable('mails')
    .set({ state, endedAt: now.toISOString() })
    .where('id', '=', mailId)
    .where('state', '=', 'WAITING')
    .execute()

export const insertDeadAddress = (db: Database, address: string, now: Date) =>
  db
    .insertInto('dead_addresses')
    .values({ addressKey: emailKey(address), since: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/**
 * Returns emails to the queue that a worker of an earlier release has dropped because it did not know their kinds: a
 * worker that knows them stores the link first (see `storeLink`), also when it drops the email.
 */
export const requeueUnknownMails = (db: Database, now: Date) =>
  sql`
    update mails set state = 'WAITING', "endedAt" = null, "nextAttemptAt" = ${now}
    from (
      select "mailId" from email_changes where hash is null and "expiresAt" > ${now}
      union all select "mailId" from email_returns where hash is null and "expiresAt" > ${now}) as links
    where mails.id = links."mailId" and state = 'DROPPED' and attempts > 0`.execute(db)

/** Lists emails that have been due for a while: their job is lost, or their backoff is over. */
export async function listLostMails(
  db: Database,
  kinds: MailRow['kind'][],
  dueBefore: Date,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .select('id')
    .where('kind', 'in', kinds)
    .where('state', '=', 'WAITING')
    .where('nextAttemptAt', '<=', dueBefore.toISOString())
    .orderBy('nextAttemptAt')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
