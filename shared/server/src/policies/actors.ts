import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { isVisibleMember } from './team.ts'

type MemberLock = { condition: RawBuilder<unknown>; lock: RawBuilder<unknown> }

/** Locks a member's row. Throws PLEASE_LOGIN if it no longer meets the condition. */
async function lockMember(db: DatabaseTransaction, id: string, { condition, lock }: MemberLock): Promise<void> {
  const { rows } = await sql`select from members where id = ${id} and ${condition} ${lock}`.execute(db)
  if (rows.length === 0) throw new AppError('PLEASE_LOGIN')
}

const isActingParty = sql.raw(isVisibleMember('members'))

/**
 * Keeps the acting party from being deleted before the transaction ends. Throws PLEASE_LOGIN if it has been deleted, or
 * if the member has become an admin since the request began and no longer acts under their own account.
 */
export const lockActor = (db: DatabaseTransaction, memberId: string): Promise<void> =>
  lockMember(db, memberId, { condition: isActingParty, lock: sql`for share` })

/** Locks like `lockActor`, but exclusively, to serialize actions of the member. Taken before all other locks. */
export const lockActorExclusively = (db: DatabaseTransaction, memberId: string): Promise<void> =>
  lockMember(db, memberId, { condition: isActingParty, lock: sql`for no key update` })

/** Keeps an account from being deleted before the transaction ends, even if it acts as the team. */
export const lockAccount = (db: DatabaseTransaction, accountId: string): Promise<void> =>
  lockMember(db, accountId, { condition: sql`"deletedAt" is null`, lock: sql`for share` })

/**
 * Locks like `lockAccount`, but exclusively, to serialize changes to the account and its data. Returns the email address
 * and the language of its owner.
 */
export async function lockAccountExclusively(db: DatabaseTransaction, accountId: string) {
  const account = await db
    .selectFrom('members')
    .select(['email', 'language'])
    .where('id', '=', accountId)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account) throw new AppError('PLEASE_LOGIN')
  return account
}

const levelLockKey = (accountId: string) => sql`hashtextextended(${`level:${accountId}`}, 0)`

/**
 * Locks the level of an account until the transaction ends, against transactions in which the account acts as the team.
 * Taken before all locks on rows. It is an advisory lock, since upgrading a shared lock on the account's row could
 * deadlock.
 */
export const lockLevel = (db: DatabaseTransaction, accountId: string) =>
  sql`select pg_advisory_xact_lock(${levelLockKey(accountId)})`.execute(db)

/**
 * Returns whether an account acts as the team, and locks its level until the transaction ends; other such transactions
 * can hold the same lock. Taken before all locks on rows.
 */
export async function lockTeamMembership(db: DatabaseTransaction, accountId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock_shared(${levelLockKey(accountId)})`.execute(db)
  const { rows } = await sql`
    select from members where id = ${accountId} and level = 'ADMIN' and "deletedAt" is null`.execute(db)
  return rows.length > 0
}
