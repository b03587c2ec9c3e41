import type { MediaId, MediaReference, MediaSize, MediaStatus, Picture, Unsigned } from '@app/contract/media'
import { type RawBuilder, sql } from 'kysely'

/** The row of a stored picture. `drawnRotation` is the rotation of the rendered variants. */
export type PictureRow = {
  id: string
  state: 'UPLOADING' | 'PROCESSING' | 'READY' | 'FAILED' | 'REMOVED'
  rotation: number
  drawnRotation: number | null
  width: number | null
  height: number | null
  placeholder: string | null
}

export const PICTURE_COLUMNS = ['id', 'state', 'rotation', 'drawnRotation', 'width', 'height', 'placeholder'] as const

const statusOf = (state: PictureRow['state']): MediaStatus =>
  state === 'READY' || state === 'FAILED' ? state : 'PROCESSING'

/**
 * Returns the reference to a variant. It contains the rotation with which the variant was rendered, so that no browser
 * shows another rotation from its cache.
 */
export const mediaReference = (id: MediaId, rotation: number, size: MediaSize): MediaReference =>
  `media:${id}/${rotation}/${size}` as unknown as MediaReference

/** Converts a row to the picture in responses and pushes, before it is signed. */
export function toPicture(row: PictureRow): Unsigned<typeof Picture> {
  const { id, state, rotation, drawnRotation, width, height, placeholder } = row
  const createReference = (size: MediaSize) => mediaReference(id, drawnRotation ?? 0, size)
  return {
    id,
    status: statusOf(state),
    url: createReference('medium'),
    smallUrl: createReference('small'),
    largeUrl: createReference('large'),
    width,
    height,
    rotation: rotation as Picture['rotation'],
    placeholder,
  }
}

/** Returns SQL for the reference to the profile photo of the member with the alias `members`; null without one. */
export const profilePhotoSql = (members: string, size: 'small' | 'medium'): string => `
  (select concat('media:', id, '/', coalesce("drawnRotation", 0), '/${size}') from media
    where id = ${members}."profilePhotoId")`

/** Returns `profilePhotoSql` as a query fragment. */
export const profilePhotoUrl = (members: string, size: 'small' | 'medium'): RawBuilder<MediaReference | null> =>
  sql.raw(profilePhotoSql(members, size))

/** Returns SQL for the `PictureRow` whose id a column contains, as JSON; null without one. */
export const pictureRow = (column: string): string => `
  (select to_json(picture) from (
    select id, state, rotation, "drawnRotation", width, height, placeholder from media where id = ${column}
  ) picture)`
