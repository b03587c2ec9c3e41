import { randomBytes } from 'node:crypto'
import { MEDIA_SIZES, type MediaSize } from '@app/contract/media'
import type { Album } from '@app/contract/photos'
import { toAccountIdentity } from '../accounts/identity.ts'
import type { Ctx, Member } from '../context.ts'
import { refreshProfilePhoto } from '../members/profile-photo.ts'
import { variantKey } from '../photos/photo-store.ts'
import { mediaReference } from '../photos/pictures.ts'

type PhotoOptions = {
  album?: Album
  /** Makes it a chat photo. */
  chatId?: string
  /** Makes it a group photo. */
  groupId?: string
  /** Makes it the picture of a film entry. */
  movie?: boolean
  /** Whether a message contains it. */
  attached?: boolean
  state?: 'UPLOADING' | 'PROCESSING' | 'READY' | 'FAILED' | 'REMOVED'
  createdAt?: Date
}

/** Returns the content of a variant of a test photo. */
export const variantBytes = (mediaId: string, rotation: number, size: string): Buffer =>
  Buffer.from(`${mediaId} ${rotation} ${size}`)

/** Returns the URL of a variant, signed for this viewer whether or not they may see it. */
export const signedUrl = (
  { links, now }: Pick<Ctx, 'links' | 'now'>,
  viewer: Pick<Member, 'accountId' | 'registeredAt'>,
  mediaId: string,
  size: MediaSize = 'medium',
): string => links.createSigner(toAccountIdentity(viewer), now())(mediaReference(mediaId, 0, size))

const PROCESSED_COLUMNS = { drawnRotation: 0, width: 1_200, height: 1_600, placeholder: 'cGxhY2Vob2xkZXI=' }

/** Creates a rendered photo with stored variants, by default the last one of the PUBLIC album. Returns its id. */
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
