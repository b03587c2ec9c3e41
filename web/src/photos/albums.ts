import type { Album, Photo } from '@app/contract/photos'

export const ALBUMS = ['PUBLIC', 'PRIVATE', 'VERIFIED'] as const satisfies readonly Album[]

const compare = (one: Photo, other: Photo): number =>
  ALBUMS.indexOf(one.album) - ALBUMS.indexOf(other.album) || one.ordinal - other.ordinal

/** All photos as they stand in their albums. */
export const inOrder = (photos: readonly Photo[]): Photo[] => [...photos].sort(compare)

export const photosIn = (photos: readonly Photo[], album: Album): Photo[] =>
  inOrder(photos).filter((photo) => photo.album === album)

/** The first of the public ones that can be shown. */
export const profilePhotoOf = (photos: readonly Photo[]): Photo | undefined =>
  photosIn(photos, 'PUBLIC').find(({ status }) => status === 'READY')

/** Puts a photo at a place of an album; the others move up. */
export function withMoved(photos: readonly Photo[], id: string, album: Album, place: number): Photo[] {
  const moving = photos.find((photo) => photo.id === id)
  const others = photos.filter((photo) => photo !== moving)
  return ALBUMS.flatMap((each) => {
    const there = photosIn(others, each)
    if (moving && each === album) there.splice(Math.max(0, place), 0, { ...moving, album })
    return there.map((photo, ordinal) => (photo.ordinal === ordinal ? photo : { ...photo, ordinal }))
  })
}
