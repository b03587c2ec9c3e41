import * as z from 'zod/mini'
import { atMost, Instant } from './base.ts'
import { findMediaId, MediaId, Picture } from './media.ts'
import { MemberName, UserName } from './names.ts'

/**
 * PUBLIC is for all members, PRIVATE for members with whom the owner has an open chat and who were granted it, VERIFIED
 * for verified members.
 */
export const Album = z.enum(['PUBLIC', 'PRIVATE', 'VERIFIED'])
export type Album = z.infer<typeof Album>

/** A photo of a member. The first READY one of PUBLIC is the profile photo. */
export const Photo = z.extend(Picture, {
  album: Album,
  /** Its place among the photos of its album, from 0. */
  ordinal: z.int(),
  /** Some verifier has confirmed that it shows the member. */
  verified: z.boolean(),
})
export type Photo = z.infer<typeof Photo>
Photo.register(z.globalRegistry, { id: 'Photo' })

/** An address that was in an answer, as it names a picture of ours; the signature does not matter here. */
export const PhotoAddress = z.string().check(
  atMost(500, 'field.invalid'),
  z.refine((address) => findMediaId(address) !== null, { error: 'field.invalid' }),
)

/** The text parts beside the part `file`. */
export const StorePhotoParts = z.object({ album: z._default(z.optional(Album), 'PUBLIC') })

export const DeletePhoto = z.object({ url: PhotoAddress })

/** Who may see my PRIVATE album. */
export const PrivateGrant = z.object({
  userName: MemberName,
  profilePhotoUrl: z.nullable(z.string()),
  grantedAt: Instant,
})
export type PrivateGrant = z.infer<typeof PrivateGrant>

export const GrantPrivate = z.object({ userName: UserName })

/** The answer to a photo for a chat: the next message carries the address, turning takes the id. */
export const UploadedPhoto = z.object({ photoUrl: z.string(), photoId: MediaId })
export type UploadedPhoto = z.infer<typeof UploadedPhoto>
