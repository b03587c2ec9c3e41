import type { Database } from '@app/server/db/database'

type Deletion = { numDeletedRows: bigint }

const countOf = ({ numDeletedRows }: Deletion): number => Number(numDeletedRows)

export const deleteExpiredTokens = async (db: Database, now: Date): Promise<number> =>
  countOf(await db.deleteFrom('mail_tokens').where('expiresAt', '<=', now.toISOString()).executeTakeFirst())

export const deleteExpiredSessions = async (db: Database, unseenSince: Date, createdBefore: Date): Promise<number> =>
  countOf(
    await db
      .deleteFrom('sessions')
      .where((eb) =>
        eb.or([eb('lastSeenAt', '<=', unseenSince.toISOString()), eb('createdAt', '<=', createdBefore.toISOString())]),
      )
      .executeTakeFirst(),
  )

export const deleteEndedMails = async (db: Database, before: Date): Promise<number> =>
  countOf(await db.deleteFrom('mails').where('endedAt', '<=', before.toISOString()).executeTakeFirst())

export const deleteOldLocalMails = async (db: Database, before: Date): Promise<number> =>
  countOf(await db.deleteFrom('local_inbox').where('at', '<=', before.toISOString()).executeTakeFirst())
