import { VERIFICATIONS_FOR_BADGE } from '@app/contract/limits'
import type { Tx } from '@app/server/delivery/transact'
import { notifyPartners } from '@app/server/members/partners'
import { refreshSearchRows } from '@app/server/members/search-rows'
import { hasBlocked } from '@app/server/policies/blocking'
import { isVisibleMember, TEAM_ID } from '@app/server/policies/team'
import { sql } from 'kysely'

/**
 * Gives the badge to those of the members who have earned it, and removes it from the others. It requires
 * VERIFICATIONS_FOR_BADGE confirmations, or one by the team. Confirmations by members who are not visible or have
 * blocked the member do not count. Those by members whom the member has blocked do: a block must not cost a badge.
 */
export async function refreshBadges(tx: Pick<Tx, 'db' | 'notify'>, ...memberIds: string[]): Promise<void> {
  if (memberIds.length === 0) return
  // The last one of concurrent transactions to get this lock counts the confirmations of all of them.
  await sql`select from members where id = any(${memberIds}::bigint[]) order by id for no key update`.execute(tx.db)
  const { rows } = await sql<{ id: string }>`
    update members set badges = case when earned then '{VERIFIED}'::text[] else '{}' end
    from (
      select candidate.id, count(verifier.id) >= ${VERIFICATIONS_FOR_BADGE}
        or coalesce(bool_or(verifier.id = ${TEAM_ID}), false) as earned
      from unnest(${memberIds}::bigint[]) as candidate(id)
      left join verifications given on given."memberId" = candidate.id and given.state = 'CONFIRMED'
      left join members verifier on verifier.id = given."verifierId" and ${sql.raw(isVisibleMember('verifier'))}
        and not ${hasBlocked(sql.ref('verifier.id'), sql.ref('candidate.id'))}
      group by candidate.id
    ) result
    where members.id = result.id and ('VERIFIED' = any(badges)) <> earned
    returning members.id`.execute(tx.db)
  if (rows.length === 0) return
  const changedIds = rows.map(({ id }) => id)
  await refreshSearchRows(tx.db, ...changedIds)
  await notifyPartners(tx, ...changedIds)
}

/** Refreshes the badges of all members whom a member has confirmed, after this member's visibility has changed. */
export async function refreshBadgesOfConfirmed(tx: Pick<Tx, 'db' | 'notify'>, verifierId: string): Promise<void> {
  const confirmations = await tx.db
    .selectFrom('verifications')
    .select('memberId')
    .where('verifierId', '=', verifierId)
    .where('state', '=', 'CONFIRMED')
    .execute()
  await refreshBadges(tx, ...confirmations.map(({ memberId }) => memberId))
}
