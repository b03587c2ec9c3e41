import { PHOTO_BYTES_MAX } from '@app/contract/limits'
import type { MediaId } from '@app/contract/media'
import { AppError } from '@app/server/errors'
import { tellMessage } from '@app/server/group-messages'
import { rawKey, variantKey } from '@app/server/photo-store'
import { pictureOf } from '@app/server/pictures'
import { lockPhotosOf, refreshProfilePhoto } from '@app/server/profile-photo'
import { type Tx, transact } from '@app/server/transact'
import type { WorkerCtx } from '../context.ts'
import type { Drawn, DrawTask } from './draw.ts'
import {
  claimUndrawn,
  endDrawing,
  findCut,
  giveAttemptBack,
  lockConversationOf,
  type MediaRow,
  markDrawn,
  markUndrawable,
  moveGroupMessage,
  moveMessage,
} from './queries.ts'
import { removePhoto } from './remove-photo.ts'

/** A picture that ends whoever draws it is given up then. */
const ATTEMPTS = 3

/** The upload, or when that was drawn before the upright large variant; null when neither is there. */
async function findSource({ db, photos }: WorkerCtx, { id, state, rotation }: MediaRow): Promise<DrawTask | null> {
  const raw = state === 'PROCESSING' ? await photos.read(rawKey(id)) : null
  if (raw)
    return raw.length > PHOTO_BYTES_MAX ? null : { bytes: raw, from: 'RAW', rotation, cut: await findCut(db, id) }
  const large = await photos.read(variantKey(id, 0, 'large'))
  return large && { bytes: large, from: 'LARGE', rotation }
}

/** Null for what cannot be drawn, or has ended its drawers too often. */
async function attempt({ drawers }: WorkerCtx, { attempts }: MediaRow, source: DrawTask): Promise<Drawn | null> {
  if (attempts > ATTEMPTS) return null
  return drawers.draw(source).catch((error: unknown) => {
    if (attempts === ATTEMPTS) return null
    throw error
  })
}

/** The upload goes when all is stored that takes its place, and before the row says so: then nothing has to remember it. */
async function drawAndStore(ctx: WorkerCtx, media: MediaRow): Promise<Drawn | null> {
  const source = await findSource(ctx, media)
  const drawn = source && (await attempt(ctx, media, source))
  for (const { rotation, size, bytes } of drawn?.variants ?? [])
    await ctx.photos.put(variantKey(media.id, rotation, size), bytes)
  if (media.state === 'PROCESSING') await ctx.photos.remove(rawKey(media.id))
  return drawn
}

/** For one that a message carries to both of the chat, unless one ignores the other; otherwise to its owner's devices. */
async function announceInChat(tx: Tx, media: MediaRow): Promise<void> {
  const photo = pictureOf(media)
  const carried = media.chatId ? await moveMessage(tx.db, media) : undefined
  const to = carried?.memberIds.filter((memberId) => memberId === media.ownerId || !carried.ignoring)
  const chat = carried && { chatId: media.chatId ?? '', messageId: carried.messageId, version: carried.version }
  const receivers = to ?? [media.ownerId ?? '']
  if (receivers.length > 0) tx.notify(receivers, { type: 'photo:ready', photo, chat: chat ?? null })
}

const tellOwner = (tx: Tx, media: MediaRow): void =>
  tx.notify([media.ownerId ?? ''], { type: 'photo:ready', photo: pictureOf(media), chat: null })

async function announceInGroup(tx: Tx, media: MediaRow): Promise<void> {
  const messageId = await moveGroupMessage(tx.db, media)
  if (messageId) await tellMessage(tx, messageId)
  tellOwner(tx, media)
}

/** Everybody hears that there is something new; one that could not be drawn concerns its author alone. */
async function announceInMovie(tx: Tx, media: MediaRow): Promise<void> {
  tellOwner(tx, media)
  if (media.state === 'READY') tx.notifyEverybody({ type: 'movie:changed', gone: null })
}

/** To the owner's devices, and to those who see it where it is. */
const ANNOUNCE = {
  ALBUM: async (tx, media) => tellOwner(tx, media),
  CHAT: announceInChat,
  GROUP: announceInGroup,
  MOVIE: announceInMovie,
} satisfies Record<MediaRow['kind'], (tx: Tx, media: MediaRow) => Promise<void>>

/** False when the picture was removed meanwhile. */
const settle = (ctx: WorkerCtx, media: MediaRow, drawn: Drawn | null): Promise<boolean> =>
  transact(ctx, async (tx) => {
    const { ownerId } = media
    if (!ownerId) return false
    if (media.kind === 'ALBUM') await lockPhotosOf(tx.db, ownerId)
    else await lockConversationOf(tx.db, media)
    const settled = await (drawn ? markDrawn(tx.db, media, drawn) : markUndrawable(tx.db, media))
    if (!settled?.ownerId) return false
    if (media.kind === 'ALBUM') await refreshProfilePhoto(tx, ownerId)
    await ANNOUNCE[settled.kind](tx, settled)
    return true
  })

async function drawOnce(ctx: WorkerCtx, media: MediaRow): Promise<void> {
  try {
    const drawn = await drawAndStore(ctx, media)
    if (!drawn) ctx.log.warn({ mediaId: media.id, state: media.state }, 'a picture could not be drawn')
    if (await settle(ctx, media, drawn)) return
    await endDrawing(ctx.db, media.id)
    await removePhoto(ctx, { mediaId: media.id })
  } catch (error) {
    if (error instanceof AppError) await giveAttemptBack(ctx.db, media.id)
    throw error
  }
}

/** Draws a picture as long as it is not shown as its owner wants it. May run any number of times, and at several places. */
export async function drawPhoto(ctx: WorkerCtx, { mediaId }: { mediaId: MediaId }): Promise<void> {
  for (;;) {
    const media = await claimUndrawn(ctx.db, mediaId, ctx.now())
    if (!media) return
    await drawOnce(ctx, media)
  }
}
