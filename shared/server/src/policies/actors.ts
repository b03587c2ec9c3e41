import { type RawBuilder, sql } from 'kysely'
import type { Member } from '../context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { isVisibleMember } from './team.ts'

type MemberLock = { condition: RawBuilder<unknown>; lock: RawBuilder<unknown> }

/** Locks a member's row. Throws PLEASE_LOGIN if it no longer meets the condition. */
async function lockMember(db: DatabaseTransaction, id: string, { condition, lock }: MemberLock): Promise<void> {
  const { rows } = await sql`select from members where id = ${id} and ${condition} ${lock}`.execute(db)
  if (rows.length === 0) throw new AppError('PLEASE_LOGIN')
}

const isActing = sql.raw(isVisibleMember('members'))

/**
 * Keeps the acting party from being deleted before the transaction ends. A member who has become an admin since the
 * request began no longer acts under their own account.
 */
export const lockActor = (db: DatabaseTransaction, memberId: string): Promise<void> =>
  lockMember(db, memberId, { condition: isActing, lock: sql`for share` })

/** Locks like `lockActor`, and serializes the member's actions of this kind. Taken before all other locks. */
export const lockActorExclusively = (db: DatabaseTransaction, memberId: string): Promise<void> =>
  lockMember(db, memberId, { condition: isActing, lock: sql`for no key update` })

/** Keeps an account from being deleted before the transaction ends, whichever party it acts as. */
export const lockAccount = (db: DatabaseTransaction, accountId: string): Promise<void> =>
  lockMember(db, accountId, { condition: sql`"deletedAt" is null`, lock: sql`for share` })

const levelLockKey = (accountId: string) => sql`hashtextextended(${`level:${accountId}`}, 0)`

/**
 * Waits for the transactions in which an account acts as the team, and keeps new ones waiting until this one ends.
 * Taken before all locks on rows: a lock on the account's row would be an upgrade, with which both sides can wait for
 * each other.
 */
export const lockLevel = (db: DatabaseTransaction, accountId: string) =>
  sql`select pg_advisory_xact_lock(${levelLockKey(accountId)})`.execute(db)

/**
 * Returns whether an account acts as the team, and locks its level until the transaction ends. Taken before all locks
 * on rows.
 */
export async function lockTeamMembership(db: DatabaseTransaction, accountId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock_shared(${levelLockKey(accountId)})`.execute(db)
  const { rows } = await sql`
    select from members where id = ${accountId} and level = 'ADMIN' and "deletedAt" is null`.execute(db)
  return rows.length > 0
}

/**
 * Throws FORBIDDEN without the admin level, as loaded at the start of the request; a transaction keeps it from changing
 * before the commit.
 */
export function requireTeam({ level }: Pick<Member, 'level'>): void {
  if (level !== 'ADMIN') throw new AppError('FORBIDDEN')
}
