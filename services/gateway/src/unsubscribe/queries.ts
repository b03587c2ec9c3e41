import type { Database } from '@app/server/db/database'

/** Whose mails a link ends, also while that member is on the way out. */
export const findLinkOwner = (db: Database, hash: Buffer): Promise<{ id: string } | undefined> =>
  db.selectFrom('unsubscribe_links').select('memberId as id').where('hash', '=', hash).executeTakeFirst()
