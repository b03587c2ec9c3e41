import type { MovieEntry } from '@app/contract/movie'
import { aPicture } from '../testing-pictures.ts'

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
