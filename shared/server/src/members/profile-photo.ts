import { sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import type { Tx } from '../delivery/transact.ts'
import { notifyPartners } from './partners.ts'
import { refreshSearchRows } from './search-rows.ts'

/** Locks a member's photos, and with them the profile, until the transaction ends. */
export const lockMemberPhotos = (db: DatabaseTransaction, memberId: string) =>
  sql`select from members where id = ${memberId} for no key update`.execute(db)

/**
 * Makes the first rendered photo of the PUBLIC album the profile photo. Must be called whenever a photo of the member
 * is rendered, moved or removed. The caller holds the lock on the member's photos.
 */
export async function refreshProfilePhoto(tx: Pick<Tx, 'db' | 'notify'>, memberId: string): Promise<void> {
  const { numAffectedRows } = await sql`
    update members set "profilePhotoId" = first.id
    from (select (
      select media.id from photos join media on media.id = photos."mediaId"
      where photos."memberId" = ${memberId} and album = 'PUBLIC' and state = 'READY'
      order by ordinal, media.id limit 1) as id) first
    where members.id = ${memberId} and "profilePhotoId" is distinct from first.id`.execute(tx.db)
  if (!numAffectedRows) return
  await refreshSearchRows(tx.db, memberId)
  await notifyPartners(tx, memberId)
}
