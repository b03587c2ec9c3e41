import type { Database, DatabaseTransaction } from '@app/server/db/database'
import type { DeleteResult } from 'kysely'

const countDeleted = ({ numDeletedRows }: DeleteResult): number => Number(numDeletedRows)

/** Deletes expired tokens, and returns their number. */
export const deleteExpiredTokens = async (db: Database, now: Date): Promise<number> =>
  countDeleted(await db.deleteFrom('mail_tokens').where('expiresAt', '<=', now.toISOString()).executeTakeFirst())

/** Deletes known browsers that last logged in by this time, and returns their number. */
export const deleteUnseenDevices = async (db: Database, lastSeenBy: Date): Promise<number> =>
  countDeleted(await db.deleteFrom('known_devices').where('seenAt', '<=', lastSeenBy.toISOString()).executeTakeFirst())

/** Deletes challenges that no passkey has answered in time, and returns their number. */
export const deleteExpiredChallenges = async (db: Database, now: Date): Promise<number> =>
  countDeleted(await db.deleteFrom('passkey_challenges').where('expiresAt', '<=', now.toISOString()).executeTakeFirst())

/** Deletes age checks that members have begun and not finished in time, and returns their number. */
export const deleteExpiredAgeRequests = async (db: Database, now: Date): Promise<number> =>
  countDeleted(await db.deleteFrom('age_check_requests').where('expiresAt', '<=', now.toISOString()).executeTakeFirst())

/**
 * Deletes email address changes whose links have expired: pending ones, and completed ones that could be reverted until
 * then. Returns their number.
 */
export async function deleteExpiredAddressChanges(db: Database, now: Date): Promise<number> {
  const timestamp = now.toISOString()
  return (
    countDeleted(await db.deleteFrom('email_changes').where('expiresAt', '<=', timestamp).executeTakeFirst()) +
    countDeleted(await db.deleteFrom('email_returns').where('expiresAt', '<=', timestamp).executeTakeFirst())
  )
}

/** Deletes and returns a batch of expired sessions. Skips locked sessions, which are in use, until the next round. */
export const deleteExpiredSessions = (
  db: DatabaseTransaction,
  lastSeenBy: Date,
  createdBy: Date,
  limit: number,
): Promise<{ id: string; memberId: string }[]> =>
  db
    .deleteFrom('sessions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('id')
        .where(({ or, eb }) =>
          or([eb('lastSeenAt', '<=', lastSeenBy.toISOString()), eb('createdAt', '<=', createdBy.toISOString())]),
        )
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'memberId'])
    .execute()

/** Deletes emails that were sent, dropped or rejected by this time, and returns their number. */
export const deleteFinishedMails = async (db: Database, finishedBy: Date): Promise<number> =>
  countDeleted(await db.deleteFrom('mails').where('endedAt', '<=', finishedBy.toISOString()).executeTakeFirst())

/** Deletes emails that the local inbox stored by this time, and returns their number. */
export const deleteOldLocalMails = async (db: Database, storedBy: Date): Promise<number> =>
  countDeleted(await db.deleteFrom('local_inbox').where('at', '<=', storedBy.toISOString()).executeTakeFirst())

/**
 * Removes the invites that a contact rule put aside by this time from the recipients' lists, and returns their number.
 */
export async function endFilteredInvites(db: Database, { sentBy, now }: { sentBy: Date; now: Date }): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('chat_members')
    .set({ folder: 'GONE', goneAt: now.toISOString() })
    .where('folder', '=', 'FILTERED')
    .where('lastUpdate', '<=', sentBy.toISOString())
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Removes the names that members had when they blocked another one by this time, and returns their number. */
export async function clearBlockerNames(db: Database, blockedBy: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('ignores')
    .set({ blockerName: null, blockerNameKey: null })
    .where('blockerName', 'is not', null)
    .where('blockedAt', '<=', blockedBy.toISOString())
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
