import type { GettingStarted } from '@app/contract/welcome'
import type { Database } from '@app/server/db/database'
import { TEAM_ID } from '@app/server/policies/team'
import { sql } from 'kysely'

/**
 * Returns the steps of getting started that a member has taken. An invite counts for its sender, and for its recipient
 * once it is accepted; chats with the team do not count. Admins act as the team and get no card.
 */
export async function readGettingStarted(db: Database, accountId: string): Promise<GettingStarted> {
  const team = sql.raw(TEAM_ID)
  const { rows } = await sql<GettingStarted>`
    select m."profilePhotoId" is not null as photo, m.description ~ '\\S' as words,
      exists (select from chats where "creatorId" = m.id and "invitedId" <> ${team})
        or exists (
          select from chats where "invitedId" = m.id and "creatorId" <> ${team}
            and coalesce("heldState", state) <> 'INVITED') as hello,
      m."gettingStartedHidden" or m.level = 'ADMIN' as hidden
    from members m where m.id = ${accountId}`.execute(db)
  const [steps] = rows
  if (!steps) throw new Error('the caller is not a member')
  return steps
}

/** Hides the card of getting started permanently. */
export async function hideGettingStarted(db: Database, accountId: string): Promise<void> {
  await db.updateTable('members').set({ gettingStartedHidden: true }).where('id', '=', accountId).execute()
}
