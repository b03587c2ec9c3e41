import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { isBlockedPair } from './ignoring.ts'
import { isVisibleMember, TEAM_ID } from './team.ts'

/**
 * A SQL predicate that checks whether the chat `c` of the members `me` and `them` is open, `them` is visible, and the
 * two are not a blocked pair.
 */
const sharesOpenChat = sql`
  c.state = 'OPEN' and not c."creatorIgnores" and not c."invitedIgnores" and ${sql.raw(isVisibleMember('them'))}
  and not ${isBlockedPair(sql`me.id`, sql`them.id`)}`

/**
 * A SQL predicate that checks whether neither `me` nor `them` hides presence: a member who hides it does not see that of
 * others, either.
 */
const isPresenceVisible = sql`not me."presenceOff" and not them."presenceOff"`

/** Returns the other member of a chat if they may see that this member is typing, otherwise null. */
export async function findTypingPartner(db: Database, chatId: string, memberId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select them.id
    from chats c
    join members me on me.id = ${memberId} and me.id in (c."creatorId", c."invitedId")
    join members them on them.id in (c."creatorId", c."invitedId") and them.id <> me.id
    where c.id = ${chatId} and ${sharesOpenChat} and ${isPresenceVisible}`.execute(db)
  return rows[0]?.id ?? null
}

export type PresencePartner = {
  id: string
  userName: string
  /** False if one of the two hides presence; the partner then appears to have been inactive for a long time. */
  visible: boolean
}

/** Lists the members with these names to whose presence this member may subscribe. The team has no presence. */
export async function listPresencePartners(
  db: Database,
  memberId: string,
  nameKeys: string[],
): Promise<PresencePartner[]> {
  const { rows } = await sql<PresencePartner>`
    select them.id, them."userName", ${isPresenceVisible} as visible
    from members me
    join members them on them."nameKey" = any(${nameKeys}) and them.id <> ${TEAM_ID}
    join chats c on least(c."creatorId", c."invitedId") = least(me.id, them.id)
      and greatest(c."creatorId", c."invitedId") = greatest(me.id, them.id)
    where me.id = ${memberId} and ${sharesOpenChat}`.execute(db)
  return rows
}
