import { randomBytes } from 'node:crypto'
import { MEDIA_SIZES } from '@app/contract/media'
import type { Album } from '@app/contract/photos'
import type { Ctx } from '../context.ts'
import { refreshProfilePhoto } from '../members/profile-photo.ts'
import { variantKey } from '../photos/photo-store.ts'

type PhotoOptions = {
  album?: Album
  /** For a photo in a chat or a group instead of an album. */
  chatId?: string
  groupId?: string
  /** For an entry of the feed. */
  movie?: boolean
  attached?: boolean
  state?: 'UPLOADING' | 'PROCESSING' | 'READY' | 'FAILED' | 'REMOVED'
  createdAt?: Date
}

/** Returns the content of a variant of a test photo. */
export const variantBytes = (mediaId: string, rotation: number, size: string): Buffer =>
  Buffer.from(`${mediaId} ${rotation} ${size}`)

const PROCESSED_COLUMNS = { drawnRotation: 0, width: 1_200, height: 1_600, placeholder: 'cGxhY2Vob2xkZXI=' }

/** Creates a photo as the worker leaves it, the last one of its album, with stored variants. */
export async function aPhoto(
  { db, photos }: Pick<Ctx, 'db' | 'photos'>,
  { id: ownerId }: { id: string },
  {
    album = 'PUBLIC',
    chatId,
    groupId,
    movie = false,
    attached = false,
    state = 'READY',
    createdAt = new Date(),
  }: PhotoOptions = {},
): Promise<string> {
  const id = randomBytes(16).toString('base64url')
  const kind = movie ? 'MOVIE' : chatId ? 'CHAT' : groupId ? 'GROUP' : 'ALBUM'
  const scopeIds = { chatId: chatId ?? null, groupId: groupId ?? null }
  const row = { id, kind, ownerId, ...scopeIds, carried: attached, state, createdAt: createdAt.toISOString() } as const
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('media')
      .values({ ...row, ...(state === 'READY' ? PROCESSED_COLUMNS : {}) })
      .execute()
    if (kind !== 'ALBUM' || state === 'UPLOADING' || state === 'REMOVED') return
    const { last } = await tx
      .selectFrom('photos')
      .select((eb) => eb.fn.max('ordinal').as('last'))
      .where('memberId', '=', ownerId)
      .where('album', '=', album)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('photos')
      .values({ mediaId: id, memberId: ownerId, album, ordinal: last === null ? 0 : last + 1 })
      .execute()
    await refreshProfilePhoto({ db: tx, notify: () => undefined }, ownerId)
  })
  for (const size of state === 'READY' ? Object.keys(MEDIA_SIZES) : [])
    await photos.put(variantKey(id, 0, size), variantBytes(id, 0, size))
  return id
}
