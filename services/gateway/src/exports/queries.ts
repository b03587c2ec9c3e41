import { storedSessionHash } from '@app/server/accounts/auth'
import type { Database, DatabaseTransaction } from '@app/server/db/database'

/** Finds the archive that the member requested last and has not fetched yet. */
export const findExport = (db: Database, memberId: string) =>
  db
    .selectFrom('exports')
    .select(['id', 'state', 'requestedAt', 'sessionHash'])
    .where('memberId', '=', memberId)
    .executeTakeFirst()

export type ExportRow = NonNullable<Awaited<ReturnType<typeof findExport>>>

/** Finds the stored hash of a session; returns undefined if the session no longer exists. */
export const findSessionHash = (db: Database, sessionId: string) =>
  db.selectFrom('sessions').select(storedSessionHash.as('hash')).where('id', '=', sessionId).executeTakeFirst()

/** Detaches the archive from its member; the worker deletes the file and then the row. */
export const releaseExport = (db: DatabaseTransaction, memberId: string) =>
  db.updateTable('exports').set({ state: 'REMOVED', memberId: null }).where('memberId', '=', memberId).execute()

type NewExport = { id: string; memberId: string; sessionHash: Buffer; requestedAt: string }

export const insertExport = (db: DatabaseTransaction, newExport: NewExport) =>
  db.insertInto('exports').values(newExport).execute()

/** Gives an archive to the session with this hash, which alone gets its URL from then on. */
export const giveExportToSession = (db: DatabaseTransaction, id: string, sessionHash: Buffer) =>
  db.updateTable('exports').set({ sessionHash }).where('id', '=', id).execute()

/** Finds an archive that is ready, if its member is active and the session that requested it still exists. */
export const findReadyExport = (db: Database, exportId: string, sessionHash: Buffer) =>
  db
    .selectFrom('exports')
    .innerJoin('members', 'members.id', 'exports.memberId')
    .innerJoin('sessions', 'sessions.memberId', 'members.id')
    .select(['exports.id', 'exports.attempts'])
    .where('exports.id', '=', exportId)
    .where('exports.sessionHash', '=', sessionHash)
    .where(storedSessionHash, '=', sessionHash)
    .where('members.deletedAt', 'is', null)
    .where('state', '=', 'READY')
    .executeTakeFirst()

/** Marks an archive as fetched; returns true for only one of several concurrent requests. */
export async function consumeExport(db: Database, exportId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('exports')
    .set({ state: 'REMOVED', memberId: null })
    .where('id', '=', exportId)
    .where('state', '=', 'READY')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
