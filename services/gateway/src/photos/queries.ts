import type { Photo } from '@app/contract/photos'
import type { Database } from '@app/server/db/database'
import { type PictureRow, pictureOf } from '@app/server/pictures'
import { albumIsOpen } from '@app/server/policies/photos'
import { sql } from 'kysely'

type PhotoRow = PictureRow & Pick<Photo, 'album' | 'ordinal' | 'verified'>

const asPhoto = ({ album, ordinal, verified, ...picture }: PhotoRow): Photo => ({
  ...pictureOf(picture),
  album,
  ordinal,
  verified,
})

/**
 * A member's photos, as far as this viewer may see them, album by album in their order. Those that are not drawn, or could
 * not be, are for their owner.
 */
export async function listVisiblePhotos(db: Database, ownerId: string, viewerId: string): Promise<Photo[]> {
  const { rows } = await sql<PhotoRow>`
    select media.id, media.state, media.rotation, media."drawnRotation", media.width, media.height, media.placeholder,
      photos.album, (row_number() over (partition by photos.album order by photos.ordinal, media.id) - 1)::int as ordinal,
      exists (select from photo_confirmations where "mediaId" = media.id) as verified
    from photos
    join media on media.id = photos."mediaId"
    join members owner on owner.id = photos."memberId"
    join members viewer on viewer.id = ${viewerId}
    where photos."memberId" = ${ownerId} and ${albumIsOpen}
      and (media.state = 'READY' or owner.id = viewer.id and media.state in ('PROCESSING', 'FAILED'))
    order by array_position(array['PUBLIC', 'PRIVATE', 'VERIFIED'], photos.album), photos.ordinal, media.id`.execute(db)
  return rows.map(asPhoto)
}
