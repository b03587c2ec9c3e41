import { type MediaStatus, mediaReference, type Picture } from '@app/contract/media'
import { type RawBuilder, sql } from 'kysely'

/** A stored picture as its row describes it. */
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

/** As answers and pushes show it, its addresses not yet signed for a viewer. */
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

/** For statements: the profile photo of the member whom this alias names, as lists name it before it is signed. */
export const profilePhotoText = (members: string, size: 'small' | 'medium'): string => `
  (select concat('media:', id, '/', "drawnRotation", '/${size}') from media where id = ${members}."profilePhotoId")`

/** The same for queries; null without one. */
export const profilePhotoUrl = (members: string, size: 'small' | 'medium'): RawBuilder<string | null> =>
  sql.raw(profilePhotoText(members, size))

/** For statements: the row of the picture that this column names, null without one. */
export const pictureRow = (column: string): string => `
  (select to_json(picture) from (
    select id, state, rotation, "drawnRotation", width, height, placeholder from media where id = ${column}
  ) picture)`
