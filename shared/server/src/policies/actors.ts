import { sql } from 'kysely'
import type { Member } from '../context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { AppError } from '../errors.ts'

/** Nobody who acts goes away before the transaction ends; who is on the way out has no session any more. */
export async function keepActor(db: DatabaseTransaction, memberId: string): Promise<void> {
  const { rows } = await sql`
    select from members where id = ${memberId} and "deletedAt" is null for share`.execute(db)
  if (rows.length === 0) throw new AppError('PLEASE_LOGIN')
}

/** The same, and what a member does of this kind happens one after the other. Taken before the locks of anything else. */
export async function keepActorAlone(db: DatabaseTransaction, memberId: string): Promise<void> {
  const { rows } = await sql`
    select from members where id = ${memberId} and "deletedAt" is null for no key update`.execute(db)
  if (rows.length === 0) throw new AppError('PLEASE_LOGIN')
}

const levelOf = (accountId: string) => sql`hashtextextended(${`level:${accountId}`}, 0)`

/**
 * Waits for the transactions in which an account acts as the team, and keeps new ones waiting until this one ends. Taken
 * before all locks on rows: a lock on the account's row would be an upgrade, by which both sides can wait for each other.
 */
export const lockLevel = (db: DatabaseTransaction, accountId: string) =>
  sql`select pg_advisory_xact_lock(${levelOf(accountId)})`.execute(db)

/** Returns whether an account acts as the team, and keeps its level until the transaction ends. Taken before all locks on rows. */
export async function staysInTeam(db: DatabaseTransaction, accountId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock_shared(${levelOf(accountId)})`.execute(db)
  const { rows } = await sql`
    select from members where id = ${accountId} and level = 'ADMIN' and "deletedAt" is null`.execute(db)
  return rows.length > 0
}

/** Requires the level that the call found at its start; a transaction keeps it from changing before the commit. */
export function requireTeam({ level }: Pick<Member, 'level'>): void {
  if (level !== 'ADMIN') throw new AppError('FORBIDDEN')
}
