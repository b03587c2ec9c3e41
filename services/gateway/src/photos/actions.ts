import { type MediaId, mediaIdIn, mediaReference } from '@app/contract/media'
import type { Photo, UploadedPhoto } from '@app/contract/photos'
import type { MemberCtx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import { lockPhotosOf, refreshProfilePhoto } from '@app/server/profile-photo'
import { transact } from '@app/server/transact'
import { type Conversation, lockWritable } from './conversations.ts'
import { deletePhoto, removePhotos, requirePhoto, turnPicture } from './queries.ts'

const idIn = (address: string): MediaId => mediaIdIn(address) ?? ''

/** Turns one of my photos by a quarter, each time anew. What is shown follows as soon as it is drawn. */
export const rotatePhoto = (ctx: MemberCtx, address: string): Promise<Photo> =>
  transact(ctx, async (tx) => {
    const mediaId = idIn(address)
    const turned = await turnPicture(tx, { id: mediaId, ownerId: tx.member.accountId, place: { kind: 'ALBUM' } })
    if (!turned) throw new AppError('NOT_FOUND')
    tx.enqueue({ name: 'photos:draw', payload: { mediaId } })
    return requirePhoto(tx.db, tx.member.accountId, mediaId)
  })

/** Turns a photo of mine in a conversation, before or after a message carries it. */
export const rotateSent = (ctx: MemberCtx, place: Conversation, mediaId: MediaId): Promise<UploadedPhoto> =>
  transact(ctx, async (tx) => {
    await lockWritable(tx, place)
    const turned = await turnPicture(tx, { id: mediaId, ownerId: tx.member.id, place })
    if (!turned) throw new AppError('NOT_FOUND')
    tx.enqueue({ name: 'photos:draw', payload: { mediaId } })
    return { photoUrl: mediaReference(mediaId, turned.drawnRotation ?? 0, 'medium'), photoId: mediaId }
  })

export const removePhoto = (ctx: MemberCtx, address: string): Promise<void> =>
  transact(ctx, async (tx) => {
    const mediaId = idIn(address)
    await lockPhotosOf(tx.db, tx.member.accountId)
    if (!(await deletePhoto(tx.db, tx.member.accountId, mediaId))) throw new AppError('NOT_FOUND')
    await removePhotos(tx, [mediaId])
    await refreshProfilePhoto(tx, tx.member.accountId)
  })
