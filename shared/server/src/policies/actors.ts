import { sql } from 'kysely'
import type { Member } from '../context.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
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

/** Whether somebody is one of the team, and then until the transaction ends. */
export async function staysInTeam(db: DatabaseTransaction, memberId: string): Promise<boolean> {
  const { rows } = await sql`
    select from members where id = ${memberId} and level = 'ADMIN' and "deletedAt" is null for share`.execute(db)
  return rows.length > 0
}

export async function keepTeam(db: DatabaseTransaction, memberId: string): Promise<void> {
  if (!(await staysInTeam(db, memberId))) throw new AppError('FORBIDDEN')
}

/** For what only reads, or leads out of the database: the level is the one that the call found there. */
export function requireTeam({ level }: Pick<Member, 'level'>): void {
  if (level !== 'ADMIN') throw new AppError('FORBIDDEN')
}

export async function listTeam(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from members where level = 'ADMIN' and "deletedAt" is null`.execute(db)
  return rows.map(({ id }) => id)
}
