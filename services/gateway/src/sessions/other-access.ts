import type { Database } from '@app/server/db/database'

/** Deletes the member's calendar feed, whose secret URL needs no session. */
export const deleteFeed = (db: Database, memberId: string) =>
  db.deleteFrom('calendar_feeds').where('memberId', '=', memberId).execute()

/** Deletes the member's pending change of email address. */
export const deleteChange = (db: Database, memberId: string) =>
  db.deleteFrom('email_changes').where('memberId', '=', memberId).execute()
