import { type MediaStatus, mediaReference, type Picture } from '@app/contract/media'
import { type RawBuilder, sql } from 'kysely'

/** The row of a stored picture. */
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

/** Returns a picture for responses and pushes, with URLs that are not yet signed for a viewer. */
export function toPicture({ id, state, rotation, drawnRotation, width, height, placeholder }: PictureRow): Picture {
  const reference = (size: 'small' | 'medium' | 'large') => mediaReference(id, drawnRotation ?? 0, size)
  return {
    id,
    status: statusOf(state),
    url: reference('medium'),
    smallUrl: reference('small'),
    largeUrl: reference('large'),
    width,
    height,
    rotation: rotation as Picture['rotation'],
    placeholder,
  }
}

/** Returns SQL text for the profile photo of the member with this alias, as an unsigned reference. */
export const profilePhotoText = (members: string, size: 'small' | 'medium'): string => `
  (select concat('media:', id, '/', "drawnRotation", '/${size}') from media where id = ${members}."profilePhotoId")`

/** Returns the same for queries; null without a profile photo. */
export const profilePhotoUrl = (members: string, size: 'small' | 'medium'): RawBuilder<string | null> =>
  sql.raw(profilePhotoText(members, size))

/** Returns SQL for the row of the picture whose id this column contains; null without one. */
export const pictureRow = (column: string): string => `
  (select to_json(picture) from (
    select id, state, rotation, "drawnRotation", width, height, placeholder from media where id = ${column}
  ) picture)`
