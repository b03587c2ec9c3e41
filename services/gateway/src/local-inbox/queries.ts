import type { Database } from '@app/server/db/database'

const LISTED_MAILS_MAX = 100

/** Lists the newest emails, newest first. */
export const listMails = (db: Database) =>
  db
    .selectFrom('local_inbox')
    .select(['to', 'subject', 'text', 'html', 'at'])
    .orderBy('id', 'desc')
    .limit(LISTED_MAILS_MAX)
    .execute()

export type LocalMail = Awaited<ReturnType<typeof listMails>>[number]
