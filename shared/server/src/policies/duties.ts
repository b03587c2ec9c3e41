import type { Duty } from '@app/contract/members/duties'
import { sql } from 'kysely'
import type { Member } from '../context.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { AppError } from '../errors.ts'

type DutyOptions = {
  /** Also requires that the session began with a passkey. */
  passkey?: boolean
}

/**
 * Throws FORBIDDEN unless the caller is an admin with one of these duties, and then PASSKEY_REQUIRED if a session that
 * began with a passkey is required and this one did not. In a transaction, the caller keeps the duty until it ends.
 */
export async function requireDuty(
  db: Database | DatabaseTransaction,
  { level, accountId, sessionId }: Pick<Member, 'level' | 'accountId' | 'sessionId'>,
  duties: readonly Duty[],
  { passkey = false }: DutyOptions = {},
): Promise<void> {
  if (level !== 'ADMIN') throw new AppError('FORBIDDEN')
  const { rows } = await sql<{ hasPasskey: boolean }>`
    select exists (select from sessions where id = ${sessionId} and "startedBy" = 'PASSKEY') as "hasPasskey"
    from team_duties where "memberId" = ${accountId} and duty = any(${duties}::text[])
    ${db.isTransaction ? sql`for share` : sql``}`.execute(db)
  if (!rows[0]) throw new AppError('FORBIDDEN')
  if (passkey && !rows[0].hasPasskey) throw new AppError('PASSKEY_REQUIRED')
}

/** Returns whether an account has a duty, which it then keeps until the transaction ends. */
export async function lockDuty(db: DatabaseTransaction, accountId: string, duty: Duty): Promise<boolean> {
  const row = await db
    .selectFrom('team_duties')
    .select('duty')
    .where('memberId', '=', accountId)
    .where('duty', '=', duty)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks all duties until the transaction ends, so that two leads cannot remove each other's duty at the same time. Taken
 * before locks on their rows.
 */
export const lockDuties = (db: DatabaseTransaction) =>
  sql`select pg_advisory_xact_lock(hashtextextended('team-duties', 0))`.execute(db)

/** Replaces the duties of an account, and returns its previous ones, sorted. */
export async function replaceDuties(
  db: DatabaseTransaction,
  accountId: string,
  duties: readonly Duty[],
): Promise<Duty[]> {
  const previous = await db.deleteFrom('team_duties').where('memberId', '=', accountId).returning('duty').execute()
  if (duties.length > 0)
    await db
      .insertInto('team_duties')
      .values(duties.map((duty) => ({ memberId: accountId, duty })))
      .execute()
  return previous.map(({ duty }) => duty).sort()
}
