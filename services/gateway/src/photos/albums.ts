import { PHOTOS_PER_MEMBER } from '@app/contract/limits'
import { findMediaId } from '@app/contract/media'
import type { SaveMember } from '@app/contract/members/members'
import type { DatabaseTransaction } from '@app/server/db/database'
import type { MemberTx } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { lockMemberPhotos, refreshProfilePhoto } from '@app/server/members/profile-photo'
import { sql } from 'kysely'

type AlbumPosition = { id: string; album: string }

/**
 * Moves photos into their albums in this order, to the positions that unlisted photos leave free. Returns the number of
 * moved photos, without those that are not the member's.
 */
async function updatePositions(db: DatabaseTransaction, memberId: string, positions: AlbumPosition[]): Promise<number> {
  const { numAffectedRows } = await sql`
    with requested as (
      select id, album, row_number() over (partition by album order by position) as nth
      from unnest(${positions.map(({ id }) => id)}::text[], ${positions.map(({ album }) => album)}::text[])
        with ordinality as listed (id, album, position)
    ), free as (
      select album, ordinal, row_number() over (partition by album order by ordinal) as nth
      from (select distinct album from requested) albums cross join generate_series(0, ${positions.length + PHOTOS_PER_MEMBER}) as slot (ordinal)
      where not exists (
        select from photos other where other."memberId" = ${memberId} and other.album = albums.album
          and other.ordinal = slot.ordinal and other."mediaId" not in (select id from requested))
    )
    update photos set album = requested.album, ordinal = free.ordinal
    from requested join free using (album, nth)
    where "mediaId" = requested.id and "memberId" = ${memberId}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Sets the album and order of the listed photos, and leaves others unchanged. Throws VALIDATION if one is not the
 * caller's or is listed twice.
 */
export async function saveAlbums(tx: MemberTx, photos: NonNullable<SaveMember['photos']>): Promise<void> {
  if (photos.length === 0) return
  const positions = photos.map(({ url, album }) => ({ id: findMediaId(url) ?? '', album }))
  const isUnique = new Set(positions.map(({ id }) => id)).size === positions.length
  await lockMemberPhotos(tx.db, tx.member.accountId)
  if (!isUnique || (await updatePositions(tx.db, tx.member.accountId, positions)) !== positions.length)
    throw new AppError('VALIDATION', { fields: [{ path: 'photos', problem: 'field.invalid' }] })
  await refreshProfilePhoto(tx, tx.member.accountId)
}
