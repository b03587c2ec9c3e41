import { PAST_CONTACT_PERIOD_MS, PAST_CONTACTS_MAX } from '@app/contract/limits'
import type { PastContact } from '@app/contract/safety/reports'
import { TEAM_ID } from '@app/server/policies/team'
import { sql } from 'kysely'
import type { MemberCtx } from '../context.ts'

/**
 * Lists the chats that vanished from the caller's lists in the last 30 days, newest first: one of the two left, declined
 * or withdrew it, or the other member deleted their account.
 */
export async function listPastContacts({ db, member, now }: MemberCtx): Promise<PastContact[]> {
  if (member.id === TEAM_ID) return []
  const cutoff = new Date(now().getTime() - PAST_CONTACT_PERIOD_MS)
  const { rows } = await sql<PastContact>`
    select gone."chatId", other."userName", gone."goneAt"
    from (
      select "chatId", "otherId", "goneAt" from chat_members
      where "memberId" = ${member.id} and folder = 'GONE' and "heldFolder" is null and "goneAt" > ${cutoff}
      union all
      select mine."chatId", mine."otherId", other."deletedAt" from chat_members mine
      join members other on other.id = mine."otherId" and other."deletedAt" > ${cutoff}
      where mine."memberId" = ${member.id} and mine."heldFolder" is not null
    ) gone join members other on other.id = gone."otherId"
    where other.id <> ${TEAM_ID}
    order by gone."goneAt" desc, gone."chatId" desc limit ${PAST_CONTACTS_MAX}`.execute(db)
  return rows
}
