import { randomBytes } from 'node:crypto'
import type { Album } from '@app/contract/photos'
import type { DatabaseTransaction } from '@app/server/db/database'
import { type PhotoStore, rawKey } from '@app/server/photos/photo-store'
import type { GetId } from './insert-members.ts'
import { DEMO_LOGINS } from './logins.ts'
import { DEMO_MEMBERS } from './members.ts'
import { type Picture, pickPictures, renderJpeg } from './pictures/render.ts'
import { createRandom, pickInteger } from './random.ts'

const SEED = 12
/** Every n-th member has no photos. */
const WITHOUT_PHOTOS_INTERVAL = 7
/** The members of DEMO_LOGINS have these photos, some in every album. */
const ALBUMS_OF_LOGINS: Album[] = ['PUBLIC', 'PUBLIC', 'PUBLIC', 'PRIVATE', 'PRIVATE', 'VERIFIED']
const LOGIN_NAMES = new Set(DEMO_LOGINS.map(({ userName }) => userName))

type OwnedPicture = { userName: string; mediaId: string; picture: Picture }
type DemoPhoto = OwnedPicture & { album: Album; ordinal: number }

export const createMediaId = (): string => randomBytes(16).toString('base64url')

function pickAlbums(userName: string, index: number, random: () => number): Album[] {
  if (LOGIN_NAMES.has(userName)) return ALBUMS_OF_LOGINS
  if (index % WITHOUT_PHOTOS_INTERVAL === WITHOUT_PHOTOS_INTERVAL - 1) return []
  const albums: Album[] = Array.from({ length: pickInteger(random, 1, 3) }, () => 'PUBLIC')
  return random() < 0.3 ? [...albums, 'PRIVATE'] : albums
}

function createPhotos(userName: string, persons: number, albums: Album[], memberIndex: number): DemoPhoto[] {
  const pictures = pickPictures(memberIndex, persons, albums.length - 1)
  return albums.flatMap((album, index) => {
    const picture = pictures[index]
    const ordinal = albums.slice(0, index).filter((other) => other === album).length
    return picture ? [{ userName, mediaId: createMediaId(), album, ordinal, picture }] : []
  })
}

/** Lists the photos of all demo members except the team, which has none. */
function listPhotos(): DemoPhoto[] {
  const random = createRandom(SEED)
  return DEMO_MEMBERS.filter(({ admin }) => !admin).flatMap(({ userName, persons }, index) =>
    createPhotos(userName, persons.length, pickAlbums(userName, index, random), index),
  )
}

/** Stores pictures as an upload does; the worker processes them like any other upload. */
export async function insertPictures(
  tx: DatabaseTransaction,
  store: PhotoStore,
  { kind, pictures, idOf, now }: { kind: 'ALBUM' | 'MOVIE'; pictures: OwnedPicture[]; idOf: GetId; now: Date },
): Promise<void> {
  await Promise.all(
    pictures.map(async ({ mediaId, picture }) => store.put(rawKey(mediaId), new Uint8Array(await renderJpeg(picture)))),
  )
  const createdAt = now.toISOString()
  const row = { kind, state: 'PROCESSING' as const, createdAt, dueAt: createdAt }
  await tx
    .insertInto('media')
    .values(pictures.map(({ mediaId, userName }) => ({ ...row, id: mediaId, ownerId: idOf(userName) })))
    .execute()
}

export async function insertPhotos(tx: DatabaseTransaction, store: PhotoStore, idOf: GetId, now: Date): Promise<void> {
  const photos = listPhotos()
  await insertPictures(tx, store, { kind: 'ALBUM', pictures: photos, idOf, now })
  await tx
    .insertInto('photos')
    .values(
      photos.map(({ mediaId, userName, album, ordinal }) => ({ mediaId, memberId: idOf(userName), album, ordinal })),
    )
    .execute()
}
