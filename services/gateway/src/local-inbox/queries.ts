import type { Database } from '@app/server/db/database'

const MAILS_LISTED = 100

/** Lists the mails, newest first. */
export const listMails = (db: Database) =>
  db
    .selectFrom('local_inbox')
    .select(['to', 'subject', 'text', 'html', 'at'])
    .orderBy('id', 'desc')
    .limit(MAILS_LISTED)
    .execute()

export type LocalMail = Awaited<ReturnType<typeof listMails>>[number]
