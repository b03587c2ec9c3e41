import type { Database } from '@app/server/db/database'

/** Deletes the member's calendar feed, whose secret URL gives access without a session. */
export const deleteCalendarFeed = (db: Database, memberId: string) =>
  db.deleteFrom('calendar_feeds').where('memberId', '=', memberId).execute()

/** Deletes the member's pending email address change. */
export const deletePendingEmailChange = (db: Database, memberId: string) =>
  db.deleteFrom('email_changes').where('memberId', '=', memberId).execute()
