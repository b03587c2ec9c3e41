import type { Album, Photo } from '@app/contract/photos'

export const ALBUMS = ['PUBLIC', 'PRIVATE', 'VERIFIED'] as const satisfies readonly Album[]

const compare = (a: Photo, b: Photo): number =>
  ALBUMS.indexOf(a.album) - ALBUMS.indexOf(b.album) || a.ordinal - b.ordinal

/** Sorts photos by album and position. */
export const sortPhotos = (photos: readonly Photo[]): Photo[] => [...photos].sort(compare)

export const photosIn = (photos: readonly Photo[], album: Album): Photo[] =>
  sortPhotos(photos).filter((photo) => photo.album === album)

/** Returns the first ready photo of the public album. */
export const profilePhotoOf = (photos: readonly Photo[]): Photo | undefined =>
  photosIn(photos, 'PUBLIC').find(({ status }) => status === 'READY')

/** Returns the photos with one of them moved to an index of an album, and with the positions that follow from that. */
export function withMoved(photos: readonly Photo[], id: string, album: Album, index: number): Photo[] {
  const movedPhoto = photos.find((photo) => photo.id === id)
  const others = photos.filter((photo) => photo !== movedPhoto)
  return ALBUMS.flatMap((name) => {
    const albumPhotos = photosIn(others, name)
    if (movedPhoto && name === album) albumPhotos.splice(Math.max(0, index), 0, { ...movedPhoto, album })
    return albumPhotos.map((photo, ordinal) => (photo.ordinal === ordinal ? photo : { ...photo, ordinal }))
  })
}
