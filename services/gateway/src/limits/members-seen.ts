import { NEW_MEMBER_PERIOD } from '@app/contract/limits'
import { nameKey, TEAM_NAME } from '@app/contract/text/names'
import type { MemberCtx } from '@app/server/context'
import type { Database } from '@app/server/db/database'
import { isVisibleMember } from '@app/server/policies/team'
import { sql } from 'kysely'
import type { Limits, RateName } from './limits.ts'

/** search: members found, opened or queried. feed: members whom feeds and lists name. */
export type MemberBudget = 'search' | 'feed'

const DAY = 24 * 60 * 60 * 1_000

type Strangers = { ids: string[]; registeredAt: string }

/**
 * Finds the members of these names with whom the caller has no chat, who have not contacted the caller, and with whom
 * the caller has not shared a group for a day: members of a group of thousands count for a caller who joins only to
 * read its list.
 */
async function findUnknownMembers(
  db: Database,
  callerId: string,
  names: readonly string[],
  now: Date,
): Promise<Strangers> {
  const viewerId = sql`${callerId}::bigint`
  const { rows } = await sql<Strangers>`
    select caller."registeredAt", array(
      select m.id::text from members m
      where m."nameKey" = any(${names}::text[]) and m.id <> caller.id and ${sql.raw(isVisibleMember('m'))}
        and m.id not in (select "otherId" from chat_members where "memberId" = ${viewerId} and folder <> 'GONE')
        and not exists (select from visits where "ownerId" = ${viewerId} and "visitorId" = m.id)
        and not exists (select from verifications where "memberId" = ${viewerId} and "verifierId" = m.id)
        and not exists (
          select from group_members other
          join group_members own on own."groupId" = other."groupId" and own."memberId" = ${viewerId}
          where other."memberId" = m.id and own."joinedAt" <= ${new Date(now.getTime() - DAY)})) as ids
    from members caller where caller.id = ${viewerId}`.execute(db)
  return rows[0] ?? { ids: [], registeredAt: now.toISOString() }
}

const selectRate = (budget: MemberBudget, registeredAt: string, now: Date): RateName => {
  if (budget === 'feed') return 'membersShown'
  return now.getTime() - Date.parse(registeredAt) < NEW_MEMBER_PERIOD ? 'membersSeenAtFirst' : 'membersSeen'
}

/** Returns names in their normalized form, without the team's, which is no member. */
const listNameKeys = (names: Iterable<string>): string[] => {
  const keys = new Set([...names].map(nameKey))
  keys.delete(nameKey(TEAM_NAME))
  return [...keys]
}

type Counted = { limits: Limits; budget: MemberBudget; names: Iterable<string> }

/**
 * Counts the members that a response names against the caller's daily limit, and rejects a response that would exceed
 * it. The response to a committed write is never rejected.
 */
export async function countMembersSeen(
  { config, db, member, now }: MemberCtx,
  { limits, budget, names, written = false }: Counted & { written?: boolean },
): Promise<void> {
  const keys = config.rateLimits ? listNameKeys(names) : []
  if (keys.length === 0) return
  const { ids, registeredAt } = await findUnknownMembers(db, member.id, keys, now())
  const rate = selectRate(budget, registeredAt, now())
  await (written ? limits.addDistinct(rate, member.accountId, ids) : limits.takeDistinct(rate, member.accountId, ids))
}

/** Rejects a write whose response names members if the caller's daily limit is used up. */
export const requireMembersLeft = ({ member }: MemberCtx, limits: Limits): Promise<void> =>
  limits.requireRemaining('membersShown', member.accountId)
