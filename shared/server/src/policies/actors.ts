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

/** Returns whether an account acts as the team, and keeps that so until the transaction ends. */
export async function staysInTeam(db: DatabaseTransaction, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from members where id = ${accountId} and level = 'ADMIN' and "deletedAt" is null for key share`.execute(db)
  return rows.length > 0
}

/** Requires the level that the call found at its start; a transaction keeps it from changing before the commit. */
export function requireTeam({ level }: Pick<Member, 'level'>): void {
  if (level !== 'ADMIN') throw new AppError('FORBIDDEN')
}
