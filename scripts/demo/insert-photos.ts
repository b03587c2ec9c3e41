import { randomBytes } from 'node:crypto'
import type { Album } from '@app/contract/photos'
import type { DatabaseTransaction } from '@app/server/db/database'
import { type PhotoStore, rawKey } from '@app/server/photos/photo-store'
import type { Ids } from './insert-members.ts'
import { DEMO_MEMBERS } from './members.ts'
import { type Motif, pickMotifs, renderJpeg } from './pictures/render.ts'
import { between, randomFrom } from './random.ts'

const SEED = 12
/** Every n-th member has no photos. */
const WITHOUT = 7
/** The demo logins have photos in every album. */
const ALBUMS_OF_LOGINS: Album[] = ['PUBLIC', 'PUBLIC', 'PUBLIC', 'PRIVATE', 'PRIVATE', 'VERIFIED']
const HAVE_EVERY_ALBUM = new Set(['Mira', 'Linn och Erik'])

type Picture = { userName: string; mediaId: string; motif: Motif }
type DemoPhoto = Picture & { album: Album; ordinal: number }

export const anId = (): string => randomBytes(16).toString('base64url')

function pickAlbums(userName: string, index: number, random: () => number): Album[] {
  if (HAVE_EVERY_ALBUM.has(userName)) return ALBUMS_OF_LOGINS
  if (index % WITHOUT === WITHOUT - 1) return []
  const albums: Album[] = Array.from({ length: between(random, 1, 3) }, () => 'PUBLIC')
  return random() < 0.3 ? [...albums, 'PRIVATE'] : albums
}

function createPhotos(userName: string, persons: number, albums: Album[], memberIndex: number): DemoPhoto[] {
  const motifs = pickMotifs(memberIndex, persons, albums.length - 1)
  return albums.flatMap((album, index) => {
    const motif = motifs[index]
    const ordinal = albums.slice(0, index).filter((other) => other === album).length
    return motif ? [{ userName, mediaId: anId(), album, ordinal, motif }] : []
  })
}

/** Returns every picture of the demo. The team has none. */
function demoPhotos(): DemoPhoto[] {
  const random = randomFrom(SEED)
  return DEMO_MEMBERS.filter(({ admin }) => !admin).flatMap(({ userName, persons }, index) =>
    createPhotos(userName, persons.length, pickAlbums(userName, index, random), index),
  )
}

/** Stores pictures as an upload does; the worker processes them like any other upload. */
export async function insertPictures(
  tx: DatabaseTransaction,
  store: PhotoStore,
  { kind, pictures, idOf, now }: { kind: 'ALBUM' | 'MOVIE'; pictures: Picture[]; idOf: Ids; now: Date },
): Promise<void> {
  await Promise.all(
    pictures.map(async ({ mediaId, motif }) => store.put(rawKey(mediaId), new Uint8Array(await renderJpeg(motif)))),
  )
  const at = now.toISOString()
  const row = { kind, state: 'PROCESSING' as const, createdAt: at, dueAt: at }
  await tx
    .insertInto('media')
    .values(pictures.map(({ mediaId, userName }) => ({ ...row, id: mediaId, ownerId: idOf(userName) })))
    .execute()
}

export async function insertPhotos(tx: DatabaseTransaction, store: PhotoStore, idOf: Ids, now: Date): Promise<void> {
  const photos = demoPhotos()
  await insertPictures(tx, store, { kind: 'ALBUM', pictures: photos, idOf, now })
  await tx
    .insertInto('photos')
    .values(
      photos.map(({ mediaId, userName, album, ordinal }) => ({ mediaId, memberId: idOf(userName), album, ordinal })),
    )
    .execute()
}
