import { PHOTO_BYTES_MAX } from '@app/contract/limits'
import type { MediaId } from '@app/contract/media'
import { type Tx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { notifyGroupMessage } from '@app/server/groups/messages'
import { lockMemberPhotos, refreshProfilePhoto } from '@app/server/members/profile-photo'
import { rawKey, variantKey } from '@app/server/photos/photo-store'
import { toPicture } from '@app/server/photos/pictures'
import type { WorkerCtx } from '../context.ts'
import type { ImageTask, ProcessedImage } from './process-image.ts'
import {
  bumpGroupMessageVersion,
  bumpMessageVersion,
  claimUnprocessed,
  findCrop,
  lockConversation,
  type MediaRow,
  markFailed,
  markProcessed,
  refundAttempt,
  releaseLease,
} from './queries.ts'
import { removePhoto } from './remove-photo.ts'

/** Processing is given up after this many attempts that ended the process. */
const ATTEMPTS_MAX = 3

/** Returns the upload, or the upright large variant if the upload was processed before; null if neither exists. */
async function findSource({ db, photos }: WorkerCtx, { id, state, rotation }: MediaRow): Promise<ImageTask | null> {
  const raw = state === 'PROCESSING' ? await photos.read(rawKey(id)) : null
  if (raw)
    return raw.length > PHOTO_BYTES_MAX ? null : { bytes: raw, from: 'RAW', rotation, crop: await findCrop(db, id) }
  const large = await photos.read(variantKey(id, 0, 'large'))
  return large && { bytes: large, from: 'LARGE', rotation }
}

/** Returns null for a picture that cannot be processed or has crashed its process too often. */
async function tryProcess(
  { imageProcessor }: WorkerCtx,
  { attempts }: MediaRow,
  source: ImageTask,
): Promise<ProcessedImage | null> {
  if (attempts > ATTEMPTS_MAX) return null
  return imageProcessor.process(source).catch((error: unknown) => {
    if (attempts === ATTEMPTS_MAX) return null
    throw error
  })
}

/** Removes the upload after all variants are stored and before the row is updated, so that no upload is left behind. */
async function processAndStore(ctx: WorkerCtx, media: MediaRow): Promise<ProcessedImage | null> {
  const source = await findSource(ctx, media)
  const processed = source && (await tryProcess(ctx, media, source))
  for (const { rotation, size, bytes } of processed?.variants ?? [])
    await ctx.photos.put(variantKey(media.id, rotation, size), bytes)
  if (media.state === 'PROCESSING') await ctx.photos.remove(rawKey(media.id))
  return processed
}

/** Notifies both members of an attached photo, or only its owner if one ignores the other or no message contains it. */
async function notifyChat(tx: Tx, media: MediaRow): Promise<void> {
  const photo = toPicture(media)
  const attached = media.chatId ? await bumpMessageVersion(tx.db, media) : undefined
  const to = attached?.memberIds.filter((memberId) => memberId === media.ownerId || !attached.isBlocked)
  const chat = attached && { chatId: media.chatId ?? '', messageId: attached.messageId, version: attached.version }
  const recipients = to ?? [media.ownerId ?? '']
  if (recipients.length > 0) tx.notify(recipients, { type: 'photo:ready', photo, chat: chat ?? null })
}

const notifyOwner = (tx: Tx, media: MediaRow): void =>
  tx.notify([media.ownerId ?? ''], { type: 'photo:ready', photo: toPicture(media), chat: null })

async function notifyGroup(tx: Tx, media: MediaRow): Promise<void> {
  const messageId = await bumpGroupMessageVersion(tx.db, media)
  if (messageId) await notifyGroupMessage(tx, messageId)
  notifyOwner(tx, media)
}

/** Notifies all members of a new entry, but only its author of a failed one. */
async function notifyMovie(tx: Tx, media: MediaRow): Promise<void> {
  notifyOwner(tx, media)
  if (media.state === 'READY') tx.notifyEverybody({ type: 'movie:changed', gone: null })
}

/** The notifications by kind: to the owner's devices, and to the members who see the picture. */
const NOTIFIERS = {
  ALBUM: async (tx, media) => notifyOwner(tx, media),
  CHAT: notifyChat,
  GROUP: notifyGroup,
  MOVIE: notifyMovie,
} satisfies Record<MediaRow['kind'], (tx: Tx, media: MediaRow) => Promise<void>>

/** Stores the result. Returns false if the picture was removed in the meantime. */
const storeResult = (ctx: WorkerCtx, media: MediaRow, processed: ProcessedImage | null): Promise<boolean> =>
  transact(ctx, async (tx) => {
    const { ownerId } = media
    if (!ownerId) return false
    if (media.kind === 'ALBUM') await lockMemberPhotos(tx.db, ownerId)
    else await lockConversation(tx.db, media)
    const updated = await (processed ? markProcessed(tx.db, media, processed) : markFailed(tx.db, media))
    if (!updated?.ownerId) return false
    if (media.kind === 'ALBUM') await refreshProfilePhoto(tx, ownerId)
    await NOTIFIERS[updated.kind](tx, updated)
    return true
  })

async function processOnce(ctx: WorkerCtx, media: MediaRow): Promise<void> {
  try {
    const processed = await processAndStore(ctx, media)
    if (!processed) ctx.log.warn({ mediaId: media.id, state: media.state }, 'a picture could not be processed')
    if (await storeResult(ctx, media, processed)) return
    await releaseLease(ctx.db, media.id)
    await removePhoto(ctx, { mediaId: media.id })
  } catch (error) {
    if (error instanceof AppError) await refundAttempt(ctx.db, media.id)
    throw error
  }
}

/**
 * Processes a picture until it has the requested rotation. Idempotent, also when several workers run it concurrently.
 */
export async function processPhoto(ctx: WorkerCtx, { mediaId }: { mediaId: MediaId }): Promise<void> {
  for (;;) {
    const media = await claimUnprocessed(ctx.db, mediaId, ctx.now())
    if (!media) return
    await processOnce(ctx, media)
  }
}
