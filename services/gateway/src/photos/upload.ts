import { randomBytes } from 'node:crypto'
import { ClientId } from '@app/contract/base'
import { PHOTOS_PER_MEMBER } from '@app/contract/limits'
import type { MediaId, Unsigned } from '@app/contract/media'
import { type Photo, StorePhotoParts, type UploadedPhoto } from '@app/contract/photos'
import { findViolatedConstraint } from '@app/server/db/database'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { rawKey } from '@app/server/photos/photo-store'
import { mediaReference } from '@app/server/photos/pictures'
import { lockAccountExclusively } from '@app/server/policies/actors'
import { requireNoRestriction } from '@app/server/policies/measures'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { MemberCtx } from '../context.ts'
import type { UploadSlot } from '../limits/upload-slots.ts'
import { type Conversation, lockWritable, requireWritable } from './conversations.ts'
import {
  countAlbumPhotos,
  findPhotoByClientId,
  insertPhoto,
  insertUpload,
  isUploaded,
  markMediaRemoved,
  markUploaded,
  requirePhoto,
} from './queries.ts'
import { parseParts, receivePhoto } from './receive.ts'

/** The request with an upload, and the reply to it. */
export type UploadExchange = { request: FastifyRequest; reply: FastifyReply }

/** The steps that differ between kinds of uploads, in the order of their execution. */
type UploadSteps<Result> = {
  /** Counts the upload against rate limits, once it has a slot. */
  count?: () => Promise<void>
  /** Checks the text parts that precede the file. */
  check?: (texts: Map<string, string>) => Promise<void>
  /** Stores the row of the upload, before its file. */
  begin: (tx: MemberTx, mediaId: MediaId) => Promise<void>
  /** Completes the stored upload, and returns the response. */
  end: (tx: MemberTx, mediaId: MediaId, texts: Map<string, string>) => Promise<Result>
}

/**
 * Stores the row before the file, so that after any failure a row names the file to delete. If not even the removal can
 * be recorded, a job finds the row by its age. An upload that ends after its deadline is discarded, because the client
 * has already received UNAVAILABLE.
 */
async function storeUpload<Result>(
  ctx: MemberCtx,
  { request, reply }: UploadExchange,
  slot: UploadSlot,
  { begin, end, check }: UploadSteps<Result>,
): Promise<Result> {
  const mediaId = randomBytes(16).toString('base64url')
  try {
    const texts = await receivePhoto(request, slot, async (jpeg, fields) => {
      await check?.(fields)
      await transact(ctx, (tx) => begin(tx, mediaId))
      await ctx.photos.putStream(rawKey(mediaId), jpeg)
      slot.release()
    })
    if (reply.sent) throw new AppError('UNAVAILABLE')
    return await transact(ctx, async (tx) => {
      if (!(await markUploaded(tx, mediaId))) throw new AppError('NOT_FOUND')
      tx.enqueue({ name: 'photos:draw', payload: { mediaId } })
      return end(tx, mediaId, texts)
    })
  } catch (error) {
    await removeUpload(ctx, mediaId).catch((failure: unknown) =>
      ctx.log.warn({ err: failure }, 'failed to remove an upload; a job will delete it later'),
    )
    throw error
  }
}

/** Receives an upload and stores it; throws UNAVAILABLE if its member has too many in progress. */
const upload = <Result>(ctx: MemberCtx, exchange: UploadExchange, steps: UploadSteps<Result>): Promise<Result> =>
  ctx.limits.uploads.withSlot(ctx.member.accountId, async (slot) => {
    await steps.count?.()
    return storeUpload(ctx, exchange, slot, steps)
  })

/**
 * Marks the row of a failed upload as removed, and deletes its file. Keeps both if the upload was stored: after a
 * connection breaks during the commit, only the row shows whether the commit succeeded.
 */
async function removeUpload(ctx: MemberCtx, mediaId: MediaId): Promise<void> {
  const isStored = await transact(ctx, async (tx) => {
    const removedIds = await markMediaRemoved(tx, [mediaId], ['UPLOADING'])
    if (removedIds.length > 0) tx.enqueue({ name: 'photos:remove', payload: { mediaId } })
    return isUploaded(tx.db, mediaId)
  })
  if (!isStored) await ctx.photos.remove(rawKey(mediaId))
}

type OnceSteps<Result> = Pick<UploadSteps<Result>, 'count' | 'begin'> & {
  /** Finds the result of an earlier upload with this `clientId`. */
  find: (clientId: string) => Promise<Result | undefined>
  /** The constraint that a second upload with the same `clientId` violates. */
  constraint: string
  /** Counts an upload against further rate limits unless it is known to be repeated. */
  countNew?: () => Promise<void>
  /** Refunds the limits of `countNew` that count only uploads that are stored, after a failed or repeated upload. */
  refundNew?: () => Promise<void>
  end: (tx: MemberTx, mediaId: MediaId, texts: Map<string, string>, clientId: string | null) => Promise<Result>
}

/** The data about an upload that `uploadOnce` needs if the upload fails. */
type UploadState = { clientId?: string | undefined; isCounted?: boolean }

const ClientIdPart = z.object({ clientId: z.optional(ClientId) })

/**
 * Receives an upload and stores it once: a repeated request with the same `clientId` returns the result of the first
 * one and discards the new file. If the `clientId` precedes the file in the form, the file is not stored at all.
 */
export async function uploadOnce<Result>(
  ctx: MemberCtx,
  exchange: UploadExchange,
  { find, constraint, countNew, refundNew, end, ...steps }: OnceSteps<Result>,
): Promise<Result> {
  const state: UploadState = {}
  try {
    return await upload(ctx, exchange, {
      ...steps,
      async check(texts) {
        state.clientId = parseParts(ClientIdPart, texts).clientId
        if (state.clientId && (await find(state.clientId))) throw new AppError('CONFLICT')
        await countNew?.()
        state.isCounted = true
      },
      end(tx, mediaId, texts) {
        state.clientId = parseParts(ClientIdPart, texts).clientId
        return end(tx, mediaId, texts, state.clientId ?? null)
      },
    })
  } catch (error) {
    if (state.isCounted) await refundNew?.()
    const isRepeated =
      (error instanceof AppError && error.code === 'CONFLICT') || findViolatedConstraint(error) === constraint
    const result = isRepeated && state.clientId ? await find(state.clientId) : undefined
    if (!result) throw error
    return result
  }
}

/** Adds a photo at the end of one of the caller's albums. Uploads in progress count toward the limit, too. */
export async function storePhoto(ctx: MemberCtx, exchange: UploadExchange): Promise<Unsigned<typeof Photo>> {
  const memberId = ctx.member.accountId
  return uploadOnce(ctx, exchange, {
    constraint: 'photos_once',
    async find(clientId) {
      const photo = await findPhotoByClientId(ctx.db, memberId, clientId)
      return photo && requirePhoto(ctx.db, memberId, photo.mediaId)
    },
    count: () => ctx.limits.take('photoUploads', memberId),
    async begin(tx, id) {
      await lockAccountExclusively(tx.db, memberId)
      await requireNoRestriction(tx.db, tx.member.id, 'UPLOAD', tx.now())
      if (ctx.config.rateLimits && (await countAlbumPhotos(tx.db, memberId)) >= PHOTOS_PER_MEMBER)
        throw new AppError('VALIDATION', { fields: [{ path: 'file', problem: 'photos.many' }] })
      await insertUpload(tx, id, memberId, { kind: 'ALBUM' })
    },
    async end({ db }, mediaId, texts, clientId) {
      const { album } = parseParts(StorePhotoParts, texts)
      await lockAccountExclusively(db, memberId)
      await insertPhoto(db, { mediaId, memberId, album, clientId })
      return requirePhoto(db, memberId, mediaId)
    },
  })
}

/** Stores a photo for a conversation that the caller may write in, to be attached to a message. */
export async function storeForConversation(
  ctx: MemberCtx,
  conversation: Conversation,
  exchange: UploadExchange,
): Promise<Unsigned<typeof UploadedPhoto>> {
  await requireWritable(ctx, conversation)
  return upload(ctx, exchange, {
    count: () => ctx.limits.take('photoUploads', ctx.member.accountId),
    async begin(tx, id) {
      await lockWritable(tx, conversation)
      await requireNoRestriction(tx.db, tx.member.id, 'UPLOAD', tx.now())
      await insertUpload(tx, id, tx.member.id, conversation)
    },
    end: async (_tx, id) => ({ photoUrl: mediaReference(id, 0, 'medium'), photoId: id }),
  })
}
