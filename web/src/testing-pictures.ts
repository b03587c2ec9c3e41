import type { Picture } from '@app/contract/media'
import type { Album, Photo } from '@app/contract/photos'

/** Creates a processed picture whose id and URLs contain the name. */
export function aPicture(name: string, changes: Partial<Picture> = {}): Picture {
  const id = name.padEnd(22, '_')
  const urlOf = (size: string) => `/media/${id}/1/${size}?signature=1`
  return {
    id,
    status: 'READY',
    url: urlOf('medium'),
    smallUrl: urlOf('small'),
    largeUrl: urlOf('large'),
    width: 1_600,
    height: 1_200,
    rotation: 0,
    placeholder: null,
    ...changes,
  }
}

/** Creates a processed photo in an album. */
export const aPhoto = (name: string, album: Album, ordinal: number, changes: Partial<Photo> = {}): Photo => ({
  ...aPicture(name),
  album,
  ordinal,
  verified: false,
  ...changes,
})
