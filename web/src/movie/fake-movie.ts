import type { Picture } from '@app/contract/media'
import type { MovieEntry } from '@app/contract/movie'

export function aPicture(name: string, changes: Partial<Picture> = {}): Picture {
  const id = name.padEnd(22, '_')
  const urlOf = (size: string) => `/media/${id}/0-${size}.webp?s=1`
  return {
    id,
    status: 'READY',
    url: urlOf('medium'),
    smallUrl: urlOf('small'),
    largeUrl: urlOf('large'),
    width: 1_600,
    height: 1_600,
    rotation: 0,
    placeholder: null,
    ...changes,
  }
}

/** Creates an entry by another member, without likes. */
export function anEntry(id: string, changes: Partial<MovieEntry> = {}): MovieEntry {
  const photo = changes.photo ?? aPicture(`p${id}`)
  return {
    id,
    userName: 'Jakob-83',
    profilePhotoUrl: null,
    badges: [],
    image: photo.url,
    photo,
    altText: '',
    message: `Foto nummer ${id}`,
    likes: 0,
    iLike: false,
    published: new Date(Date.now() - 20 * 60_000).toISOString(),
    cities: ['Södertälje'],
    mine: false,
    profileType: 'SINGLE_MALE',
    p1Year: 1983,
    p2Year: null,
    ...changes,
  }
}
