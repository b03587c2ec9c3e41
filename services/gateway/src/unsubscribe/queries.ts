import type { Database } from '@app/server/db/database'

/** Finds the member of an unsubscribe link, even if the member is being deleted. */
export const findLinkOwner = (db: Database, hash: Buffer): Promise<{ id: string } | undefined> =>
  db.selectFrom('unsubscribe_links').select('memberId as id').where('hash', '=', hash).executeTakeFirst()
