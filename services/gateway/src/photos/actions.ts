import { findMediaId, type MediaId, type Unsigned } from '@app/contract/media'
import type { Photo, RotationQuery, UploadedPhoto } from '@app/contract/photos'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { refreshProfilePhoto } from '@app/server/members/profile-photo'
import { mediaReference } from '@app/server/photos/pictures'
import { lockAccountExclusively } from '@app/server/policies/actors'
import type { MemberCtx } from '../context.ts'
import { type Conversation, lockWritable } from './conversations.ts'
import { deletePhotoRow, removeMedia, requirePhoto, rotatePicture } from './queries.ts'

/** Returns the id in a media URL, or an empty string, which is the id of no photo. */
const parseMediaId = (url: string): MediaId => findMediaId(url) ?? ''

/**
 * Gives one of the caller's photos a rotation, or rotates it by a quarter turn if the request names none, which is not
 * idempotent. A worker then renders the rotated picture.
 */
export const rotatePhoto = (
  ctx: MemberCtx,
  url: string,
  { rotation }: RotationQuery,
): Promise<Unsigned<typeof Photo>> =>
  transact(ctx, async (tx) => {
    const mediaId = parseMediaId(url)
    const picture = { id: mediaId, ownerId: tx.member.accountId, target: { kind: 'ALBUM' } } as const
    const rotated = await rotatePicture(tx, picture, rotation)
    if (!rotated) throw new AppError('NOT_FOUND')
    tx.enqueue({ name: 'photos:draw', payload: { mediaId } })
    return requirePhoto(tx.db, tx.member.accountId, mediaId)
  })

/** Rotates one of the caller's photos in a conversation like `rotatePhoto`, before or after it is attached to a message. */
export const rotateConversationPhoto = (
  ctx: MemberCtx,
  conversation: Conversation,
  mediaId: MediaId,
  { rotation }: RotationQuery,
): Promise<Unsigned<typeof UploadedPhoto>> =>
  transact(ctx, async (tx) => {
    await lockWritable(tx, conversation)
    const rotated = await rotatePicture(tx, { id: mediaId, ownerId: tx.member.id, target: conversation }, rotation)
    if (!rotated) throw new AppError('NOT_FOUND')
    tx.enqueue({ name: 'photos:draw', payload: { mediaId } })
    return { photoUrl: mediaReference(mediaId, rotated.drawnRotation ?? 0, 'medium'), photoId: mediaId }
  })

/** Deletes one of the caller's photos from the albums. */
export const deletePhoto = (ctx: MemberCtx, url: string): Promise<void> =>
  transact(ctx, async (tx) => {
    const mediaId = parseMediaId(url)
    await lockAccountExclusively(tx.db, tx.member.accountId)
    if (!(await deletePhotoRow(tx.db, tx.member.accountId, mediaId))) throw new AppError('NOT_FOUND')
    await removeMedia(tx, [mediaId])
    await refreshProfilePhoto(tx, tx.member.accountId)
  })
