import { type RawBuilder, sql } from 'kysely'
import type { Member } from '../context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { isHere } from '../team.ts'

type Kept = { standing: RawBuilder<unknown>; lock: RawBuilder<unknown> }

/** A row that no longer stands as it must has no session any more. */
async function keep(db: DatabaseTransaction, id: string, { standing, lock }: Kept): Promise<void> {
  const { rows } = await sql`select from members where id = ${id} and ${standing} ${lock}`.execute(db)
  if (rows.length === 0) throw new AppError('PLEASE_LOGIN')
}

const acts = sql.raw(isHere('members'))

/**
 * Keeps the party that acts from going away before the transaction ends. A member who has become an admin since the call
 * began acts no longer under the own account.
 */
export const keepActor = (db: DatabaseTransaction, memberId: string): Promise<void> =>
  keep(db, memberId, { standing: acts, lock: sql`for share` })

/** The same, and what a member does of this kind happens one after the other. Taken before the locks of anything else. */
export const keepActorAlone = (db: DatabaseTransaction, memberId: string): Promise<void> =>
  keep(db, memberId, { standing: acts, lock: sql`for no key update` })

/** Keeps an account from going away before the transaction ends, whoever it acts as. */
export const keepAccount = (db: DatabaseTransaction, accountId: string): Promise<void> =>
  keep(db, accountId, { standing: sql`"deletedAt" is null`, lock: sql`for share` })

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
