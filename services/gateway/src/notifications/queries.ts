import { type NotificationSettings, QUIET_HOURS_DEFAULT } from '@app/contract/notifications'
import type { Database } from '@app/server/db/database'
import { sql } from 'kysely'

const DEFAULTS = { messages: true, invites: false, seats: false, quietHours: QUIET_HOURS_DEFAULT }

/** Returns an account's preferences, or the defaults if it has changed none, and the groups that it is notified about. */
export async function readSettings(db: Database, memberId: string): Promise<NotificationSettings> {
  const { rows } = await sql<{ preferences: Omit<NotificationSettings, 'groupIds'> | null; groupIds: string[] }>`
    select
      (select json_build_object('messages', messages, 'invites', invites, 'seats', seats,
          'quietHours', case when "quietFrom" is not null then json_build_object('from', "quietFrom", 'to', "quietTo") end)
        from notification_preferences where "memberId" = ${memberId}) as preferences,
      array(select "groupId"::text from notifying_groups where "memberId" = ${memberId} order by "groupId") as "groupIds"
  `.execute(db)
  return { ...(rows[0]?.preferences ?? DEFAULTS), groupIds: rows[0]?.groupIds ?? [] }
}
