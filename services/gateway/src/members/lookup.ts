import type { Member } from '@app/server/context'
import type { Database, DatabaseTransaction } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import { eitherHasBlocked, memberNamed } from '@app/server/policies/blocking'
import { isVisibleMember } from '@app/server/policies/team'
import { sql } from 'kysely'

/** The member or team that a request names. */
export type OtherMember = Pick<Member, 'id'>

/** Finds a member or the team by name, unless a block hides the member from the caller (`memberNamed`). */
export const findByName = (
  db: Database,
  caller: Pick<Member, 'id'>,
  userName: string,
): Promise<OtherMember | undefined> =>
  db
    .selectFrom('members')
    .select('id')
    .where('id', '=', memberNamed(sql`${caller.id}::bigint`, userName))
    .executeTakeFirst()

/** Resolves a name to a member or the team. Throws NOT_FOUND for an unknown name, VALIDATION for the caller's own. */
export async function requireOther(db: Database, caller: Pick<Member, 'id'>, userName: string): Promise<OtherMember> {
  const other = await findByName(db, caller, userName)
  if (!other) throw new AppError('NOT_FOUND')
  if (other.id === caller.id) throw new AppError('VALIDATION')
  return other
}

/**
 * Locks both members until the transaction ends, so that neither is deleted. Throws NOT_FOUND if one is not visible or
 * has blocked the other. The caller holds `lockPair`.
 */
export async function lockVisiblePair(db: DatabaseTransaction, oneId: string, otherId: string): Promise<void> {
  const rows = await db
    .selectFrom('members')
    .select('id')
    .where('id', 'in', [oneId, otherId])
    .where(
      sql<boolean>`${sql.raw(isVisibleMember('members'))} and not ${eitherHasBlocked(sql`${oneId}::bigint`, sql`${otherId}::bigint`)}`,
    )
    .orderBy('id')
    .forShare()
    .execute()
  if (rows.length < 2 && oneId !== otherId) throw new AppError('NOT_FOUND')
}
