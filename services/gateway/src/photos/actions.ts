import { findMediaId, type MediaId, mediaReference } from '@app/contract/media'
import type { Photo, UploadedPhoto } from '@app/contract/photos'
import type { MemberCtx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { lockMemberPhotos, refreshProfilePhoto } from '@app/server/members/profile-photo'
import { type Conversation, lockWritable } from './conversations.ts'
import { deletePhoto, removePhotos, requirePhoto, rotatePicture } from './queries.ts'

const findMediaIdOrEmpty = (url: string): MediaId => findMediaId(url) ?? ''

/**
 * Rotates one of the caller's photos by a quarter turn; not idempotent. The visible picture follows once it is
 * processed.
 */
export const rotatePhoto = (ctx: MemberCtx, url: string): Promise<Photo> =>
  transact(ctx, async (tx) => {
    const mediaId = findMediaIdOrEmpty(url)
    const rotated = await rotatePicture(tx, { id: mediaId, ownerId: tx.member.accountId, target: { kind: 'ALBUM' } })
    if (!rotated) throw new AppError('NOT_FOUND')
    tx.enqueue({ name: 'photos:draw', payload: { mediaId } })
    return requirePhoto(tx.db, tx.member.accountId, mediaId)
  })

/** Rotates one of the caller's photos in a conversation, before or after it is attached to a message. */
export const rotateConversationPhoto = (
  ctx: MemberCtx,
  conversation: Conversation,
  mediaId: MediaId,
): Promise<UploadedPhoto> =>
  transact(ctx, async (tx) => {
    await lockWritable(tx, conversation)
    const rotated = await rotatePicture(tx, { id: mediaId, ownerId: tx.member.id, target: conversation })
    if (!rotated) throw new AppError('NOT_FOUND')
    tx.enqueue({ name: 'photos:draw', payload: { mediaId } })
    return { photoUrl: mediaReference(mediaId, rotated.drawnRotation ?? 0, 'medium'), photoId: mediaId }
  })

export const removePhoto = (ctx: MemberCtx, url: string): Promise<void> =>
  transact(ctx, async (tx) => {
    const mediaId = findMediaIdOrEmpty(url)
    await lockMemberPhotos(tx.db, tx.member.accountId)
    if (!(await deletePhoto(tx.db, tx.member.accountId, mediaId))) throw new AppError('NOT_FOUND')
    await removePhotos(tx, [mediaId])
    await refreshProfilePhoto(tx, tx.member.accountId)
  })
