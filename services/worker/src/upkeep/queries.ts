import type { Database, DatabaseTransaction } from '@app/server/db/database'

type Deletion = { numDeletedRows: bigint }

const countDeleted = ({ numDeletedRows }: Deletion): number => Number(numDeletedRows)

export const deleteExpiredTokens = async (db: Database, now: Date): Promise<number> =>
  countDeleted(await db.deleteFrom('mail_tokens').where('expiresAt', '<=', now.toISOString()).executeTakeFirst())

/**
 * Removes email addresses whose link no longer works: new ones that wait for confirmation, and previous ones that could
 * be restored.
 */
export async function deleteExpiredAddresses(db: Database, now: Date): Promise<number> {
  const expired = now.toISOString()
  return (
    countDeleted(await db.deleteFrom('email_changes').where('expiresAt', '<=', expired).executeTakeFirst()) +
    countDeleted(await db.deleteFrom('email_returns').where('expiresAt', '<=', expired).executeTakeFirst())
  )
}

/** Deletes a batch of expired sessions and returns them. Skips sessions in use, which are left for the next round. */
export const deleteExpiredSessions = (
  db: DatabaseTransaction,
  unseenSince: Date,
  createdBefore: Date,
  limit: number,
): Promise<{ id: string; memberId: string }[]> =>
  db
    .deleteFrom('sessions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('id')
        .where(({ or, eb }) =>
          or([eb('lastSeenAt', '<=', unseenSince.toISOString()), eb('createdAt', '<=', createdBefore.toISOString())]),
        )
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'memberId'])
    .execute()

export const deleteEndedMails = async (db: Database, before: Date): Promise<number> =>
  countDeleted(await db.deleteFrom('mails').where('endedAt', '<=', before.toISOString()).executeTakeFirst())

export const deleteOldLocalMails = async (db: Database, before: Date): Promise<number> =>
  countDeleted(await db.deleteFrom('local_inbox').where('at', '<=', before.toISOString()).executeTakeFirst())
