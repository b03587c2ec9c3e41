import * as z from 'zod/mini'
import { atMost, Instant } from './base.ts'
import { findMediaId, MediaId, MediaUrl, Picture } from './media.ts'
import { MemberName, UserName } from './text/names.ts'

/**
 * PUBLIC is for all members, VERIFIED for verified members, PRIVATE for members who have an open chat with the owner
 * and the owner's grant.
 */
export const Album = z.enum(['PUBLIC', 'PRIVATE', 'VERIFIED'])
export type Album = z.infer<typeof Album>

/** A photo of a member. The first READY one of PUBLIC is the profile photo. */
export const Photo = z.extend(Picture, {
  album: Album,
  /** Its position among the photos of its album, from 0. */
  ordinal: z.int(),
  /** At least one verifier has confirmed that the photo shows the member. */
  verified: z.boolean(),
})
export type Photo = z.infer<typeof Photo>
Photo.register(z.globalRegistry, { id: 'Photo' })

/** The URL of a picture from a response, which a request uses to identify the picture; its signature is ignored. */
export const PhotoUrl = z.string().check(
  atMost(500, 'field.invalid'),
  z.refine((url) => findMediaId(url) !== null, { error: 'field.invalid' }),
)

/** The text fields of the multipart upload, besides its `file`. */
export const StorePhotoParts = z.object({ album: z._default(z.optional(Album), 'PUBLIC') })

export const DeletePhoto = z.object({ url: PhotoUrl })

/** A member who may see the caller's PRIVATE album. */
export const PrivateGrant = z.object({
  userName: MemberName,
  profilePhotoUrl: z.nullable(MediaUrl),
  grantedAt: Instant,
})
export type PrivateGrant = z.infer<typeof PrivateGrant>

export const GrantPrivate = z.object({ userName: UserName })

/**
 * An uploaded chat photo: the client identifies it by `photoUrl` in its next message, and by `photoId` to rotate it.
 */
export const UploadedPhoto = z.object({ photoUrl: MediaUrl, photoId: MediaId })
export type UploadedPhoto = z.infer<typeof UploadedPhoto>
