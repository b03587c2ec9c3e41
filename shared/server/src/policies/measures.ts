import type { Scope } from '@app/contract/safety/decisions'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { AppError } from '../errors.ts'

/** Returns a SQL predicate that checks whether the row `measures` is in effect. */
export const isInEffect = (now: Date): RawBuilder<boolean> =>
  sql`(measures."endedAt" is null and (measures.until is null or measures.until > ${now}))`

/** Returns a SQL predicate that checks whether a restriction of this scope is in effect for a member. */
export const isRestricted = (memberId: string, scope: Scope, now: Date): RawBuilder<boolean> =>
  sql`exists (select from measures where "memberId" = ${memberId} and kind = ${scope} and ${isInEffect(now)})`

/**
 * Throws RESTRICTED, with the time until it ends, while a restriction of this scope is in effect for a member. The team
 * itself has no restrictions.
 */
export async function requireNoRestriction(db: Database, memberId: string, scope: Scope, now: Date): Promise<void> {
  const { rows } = await sql<{ until: string }>`
    select max(until) as until from measures
    where "memberId" = ${memberId} and kind = ${scope} and ${isInEffect(now)} having count(*) > 0`.execute(db)
  if (!rows[0]) return
  throw new AppError('RESTRICTED', { retryAfter: Math.max((Date.parse(rows[0].until) - now.getTime()) / 1_000, 1) })
}

/** Throws SUSPENDED, with the time until the hold ends, if the team holds the account. */
export function requireNotHeld({ heldUntil }: { heldUntil: string | null }, now: Date): void {
  if (!heldUntil) return
  throw new AppError('SUSPENDED', { retryAfter: Math.max((Date.parse(heldUntil) - now.getTime()) / 1_000, 1) })
}

/** Throws RESTRICTED while any measure except a warning is in effect for a member. */
export async function requireNoMeasure(db: Database, memberId: string, now: Date): Promise<void> {
  const { rows } = await sql`
    select from measures where "memberId" = ${memberId} and kind <> 'WARN' and ${isInEffect(now)} limit 1`.execute(db)
  if (rows.length > 0) throw new AppError('RESTRICTED')
}
