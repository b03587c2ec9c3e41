import { createHash } from 'node:crypto'
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
  claimUnprocessedPhoto,
  findCrop,
  incrementGroupMessageVersion,
  incrementMessageVersion,
  lockConversation,
  type MediaRow,
  markFailed,
  markProcessed,
  refundAttempt,
  releaseLease,
  storeRawHash,
} from './queries.ts'
import { removePhoto, removeStrayFiles } from './remove-photo.ts'

/** The number of attempts that may fail, or crash their process, before processing is given up. */
const ATTEMPTS_MAX = 3

/**
 * Finds the upload, or the upright large variant if the upload was processed before. Returns null without a usable one.
 */
async function findSource({ db, photos }: WorkerCtx, { id, state, rotation }: MediaRow): Promise<ImageTask | null> {
  const raw = state === 'PROCESSING' ? await photos.read(rawKey(id)) : null
  if (raw)
    return raw.length > PHOTO_BYTES_MAX ? null : { bytes: raw, source: 'RAW', rotation, crop: await findCrop(db, id) }
  const large = await photos.read(variantKey(id, 0, 'large'))
  return large && { bytes: large, source: 'LARGE', rotation }
}

/** Processes a picture. Returns null if it is unreadable, or if processing has failed or crashed its process too often. */
async function tryProcess(
  { imageProcessor, log }: WorkerCtx,
  { id, attempts }: MediaRow,
  source: ImageTask,
): Promise<ProcessedImage | null> {
  if (attempts > ATTEMPTS_MAX) return null
  return imageProcessor.process(source).catch((error: unknown) => {
    if (attempts < ATTEMPTS_MAX) throw error
    log.error({ err: error, mediaId: id }, 'gave up a picture after its last attempt')
    return null
  })
}

/**
 * Processes a picture, stores its variants, and then removes the upload. The caller updates the row afterwards, so that
 * no crash leaves an upload behind.
 */
async function processAndStore(ctx: WorkerCtx, media: MediaRow): Promise<ProcessedImage | null> {
  const source = await findSource(ctx, media)
  const processed = source && (await tryProcess(ctx, media, source))
  if (source?.source === 'RAW') await storeRawHash(ctx.db, media.id, createHash('sha256').update(source.bytes).digest())
  for (const { rotation, size, bytes } of processed?.variants ?? [])
    await ctx.photos.put(variantKey(media.id, rotation, size), bytes)
  if (media.state === 'PROCESSING') await ctx.photos.remove(rawKey(media.id))
  return processed
}

/** Notifies both members of an attached photo, but only its owner in a blocked pair or if no message contains it. */
async function notifyChat(tx: Tx, media: MediaRow): Promise<void> {
  const photo = toPicture(media)
  const attachedMessage = media.chatId ? await incrementMessageVersion(tx.db, media) : undefined
  const recipients = attachedMessage?.memberIds.filter(
    (memberId) => memberId === media.ownerId || !attachedMessage.isBlocked,
  ) ?? [media.ownerId ?? '']
  const chat = attachedMessage && {
    chatId: media.chatId ?? '',
    messageId: attachedMessage.messageId,
    version: attachedMessage.version,
  }
  if (recipients.length > 0) tx.notify(recipients, { type: 'photo:ready', photo, chat: chat ?? null })
}

const notifyOwner = (tx: Tx, media: MediaRow): void =>
  tx.notify([media.ownerId ?? ''], { type: 'photo:ready', photo: toPicture(media), chat: null })

/** Notifies the owner, and the group if a post or comment contains the photo. */
async function notifyGroup(tx: Tx, media: MediaRow): Promise<void> {
  const messageId = await incrementGroupMessageVersion(tx.db, media)
  if (messageId) await notifyGroupMessage(tx, messageId)
  notifyOwner(tx, media)
}

/** Notifies the author, and all members of the new entry unless processing has failed. */
async function notifyFeed(tx: Tx, media: MediaRow): Promise<void> {
  notifyOwner(tx, media)
  if (media.state === 'READY') tx.notifyEverybody({ type: 'movie:changed', gone: null })
}

/** For each kind, the function that notifies the owner's devices and the members who see the picture. */
const NOTIFIERS = {
  ALBUM: async (tx, media) => notifyOwner(tx, media),
  CHAT: notifyChat,
  GROUP: notifyGroup,
  MOVIE: notifyFeed,
} satisfies Record<MediaRow['kind'], (tx: Tx, media: MediaRow) => Promise<void>>

/** Updates the row and notifies members. Returns false if the picture was removed in the meantime. */
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

/** Processes a claimed picture. The attempt does not count if the photo store is unavailable. */
async function processOnce(ctx: WorkerCtx, media: MediaRow): Promise<void> {
  try {
    const processed = await processAndStore(ctx, media)
    if (!processed) ctx.log.warn({ mediaId: media.id, state: media.state }, 'failed to process a picture')
    if (await storeResult(ctx, media, processed)) return
    await releaseLease(ctx.db, media.id)
    await removePhoto(ctx, { mediaId: media.id })
    await removeStrayFiles(ctx, { mediaId: media.id })
  } catch (error) {
    if (error instanceof AppError) await refundAttempt(ctx.db, media.id)
    throw error
  }
}

/** Processes a picture until it has the requested rotation. Idempotent, even if several workers run it concurrently. */
export async function processPhoto(ctx: WorkerCtx, { mediaId }: { mediaId: MediaId }): Promise<void> {
  for (;;) {
    const media = await claimUnprocessedPhoto(ctx.db, mediaId, ctx.now())
    if (!media) return
    await processOnce(ctx, media)
  }
}
