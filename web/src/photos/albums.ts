import type { Album, Photo } from '@app/contract/photos'

export const ALBUMS = ['PUBLIC', 'PRIVATE', 'VERIFIED'] as const satisfies readonly Album[]

const compare = (one: Photo, other: Photo): number =>
  ALBUMS.indexOf(one.album) - ALBUMS.indexOf(other.album) || one.ordinal - other.ordinal

/** Sorts photos by album and position. */
export const sortPhotos = (photos: readonly Photo[]): Photo[] => [...photos].sort(compare)

export const photosIn = (photos: readonly Photo[], album: Album): Photo[] =>
  sortPhotos(photos).filter((photo) => photo.album === album)

/** Returns the first ready photo of the public album. */
export const profilePhotoOf = (photos: readonly Photo[]): Photo | undefined =>
  photosIn(photos, 'PUBLIC').find(({ status }) => status === 'READY')

/** Moves a photo to an index of an album; the photos after it shift. */
export function withMoved(photos: readonly Photo[], id: string, album: Album, index: number): Photo[] {
  const moving = photos.find((photo) => photo.id === id)
  const others = photos.filter((photo) => photo !== moving)
  return ALBUMS.flatMap((each) => {
    const albumPhotos = photosIn(others, each)
    if (moving && each === album) albumPhotos.splice(Math.max(0, index), 0, { ...moving, album })
    return albumPhotos.map((photo, ordinal) => (photo.ordinal === ordinal ? photo : { ...photo, ordinal }))
  })
}
