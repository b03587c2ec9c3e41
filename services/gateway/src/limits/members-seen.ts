import { DAY_MS, NEW_MEMBER_PERIOD_MS } from '@app/contract/limits'
import { nameKey, TEAM_NAME } from '@app/contract/text/names'
import type { Database } from '@app/server/db/database'
import { isVisibleMember } from '@app/server/policies/team'
import { sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import type { WindowRateName } from './limits.ts'

/**
 * The daily budget that members count against: `search` if the caller looks them up, including in the visitors of a
 * profile and the participants of an event, `feed` in feeds, groups and their conversations.
 */
export type MemberBudget = 'search' | 'feed'

type UnknownMembers = { ids: string[]; callerRegisteredAt: string }

/**
 * Finds the named members whom the caller does not know: they share no chat with the caller, have not visited them, have
 * neither verified them nor been asked to, and are in no group that the caller joined more than a day ago. The delay
 * prevents callers from joining large groups only to read their lists of members.
 */
async function findUnknownMembers(
  db: Database,
  callerId: string,
  nameKeys: readonly string[],
  now: Date,
): Promise<UnknownMembers> {
  const viewerId = sql`${callerId}::bigint`
  const { rows } = await sql<UnknownMembers>`
    select caller."registeredAt" as "callerRegisteredAt", array(
      select m.id::text from members m
      where m."nameKey" = any(${nameKeys}::text[]) and m.id <> caller.id and ${sql.raw(isVisibleMember('m'))}
        and m.id not in (select "otherId" from chat_members where "memberId" = ${viewerId} and folder <> 'GONE')
        and not exists (select from visits where "ownerId" = ${viewerId} and "visitorId" = m.id)
        and not exists (select from verifications where "memberId" = ${viewerId} and "verifierId" = m.id)
        and not exists (
          select from group_members other
          join group_members own on own."groupId" = other."groupId" and own."memberId" = ${viewerId}
          where other."memberId" = m.id and own."joinedAt" <= ${new Date(now.getTime() - DAY_MS)})) as ids
    from members caller where caller.id = ${viewerId}`.execute(db)
  return rows[0] ?? { ids: [], callerRegisteredAt: now.toISOString() }
}

const selectRate = (budget: MemberBudget, callerRegisteredAt: string, now: Date): WindowRateName => {
  if (budget === 'feed') return 'membersShown'
  return now.getTime() - Date.parse(callerRegisteredAt) < NEW_MEMBER_PERIOD_MS
    ? 'membersLookedUpAtFirst'
    : 'membersLookedUp'
}

/** Returns the keys of the names, without that of the team, which never counts. */
const listNameKeys = (names: Iterable<string>): string[] => {
  const keys = new Set([...names].map(nameKey))
  keys.delete(nameKey(TEAM_NAME))
  return [...keys]
}

/**
 * Counts the members that a response names against the caller's daily limit, and rejects a response that would exceed
 * it, unless it is the response to a committed write.
 */
export async function countMembersSeen(
  { config, db, limits, member, now }: MemberCtx,
  { budget, names, isCommitted = false }: { budget: MemberBudget; names: Iterable<string>; isCommitted?: boolean },
): Promise<void> {
  const keys = config.rateLimits ? listNameKeys(names) : []
  if (keys.length === 0) return
  const { ids, callerRegisteredAt } = await findUnknownMembers(db, member.id, keys, now())
  const rate = selectRate(budget, callerRegisteredAt, now())
  await (isCommitted
    ? limits.addDistinct(rate, member.accountId, ids)
    : limits.takeDistinct(rate, member.accountId, ids))
}

/** Throws TOO_MANY_REQUESTS if the caller's daily limit of members in feeds is used up, before a write names more. */
export const requireFeedBudget = ({ limits, member }: MemberCtx): Promise<void> =>
  limits.requireRemaining('membersShown', member.accountId)
