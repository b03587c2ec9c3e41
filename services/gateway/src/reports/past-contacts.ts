import { PAST_CONTACT_PERIOD_MS, PAST_CONTACTS_MAX } from '@app/contract/limits'
import type { PastContact } from '@app/contract/safety/reports'
import { lastSeenName } from '@app/server/policies/blocking'
import { otherVanishedAt } from '@app/server/policies/reports'
import { TEAM_ID } from '@app/server/policies/team'
import { sql } from 'kysely'
import type { MemberCtx } from '../context.ts'

/**
 * Lists the chats that vanished from the caller's lists in the last 30 days, newest first: one of the two left, declined
 * or withdrew it, or the other member deleted their account or blocked the caller. A block looks like a deletion, so a
 * blocker is listed under the name that the caller saw last.
 */
export async function listPastContacts({ db, member, now }: MemberCtx): Promise<PastContact[]> {
  if (member.id === TEAM_ID) return []
  const cutoff = new Date(now().getTime() - PAST_CONTACT_PERIOD_MS)
  const { rows } = await sql<PastContact>`
    select gone."chatId", ${lastSeenName(sql`${member.id}::bigint`, 'other')} as "userName", gone."goneAt"
    from (
      select "chatId", "otherId", "goneAt" from chat_members
      where "memberId" = ${member.id} and folder = 'GONE' and "heldFolder" is null and "goneAt" > ${cutoff}
      union all
      select mine."chatId", mine."otherId", ${otherVanishedAt} from chat_members mine
      join members other on other.id = mine."otherId"
      where mine."memberId" = ${member.id} and mine.folder = 'GONE' and mine."heldFolder" is not null
        and ${otherVanishedAt} > ${cutoff}
    ) gone join members other on other.id = gone."otherId"
    where other.id <> ${TEAM_ID}
    order by gone."goneAt" desc, gone."chatId" desc limit ${PAST_CONTACTS_MAX}`.execute(db)
  return rows
}
