import * as z from 'zod/mini'

/** The id of a stored picture: 128 random bits in base64url. */
export const MediaId = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'field.invalid'))
export type MediaId = string

/** The variants of a picture, by the longer side in pixels. */
export const MEDIA_SIZES = { small: 160, medium: 640, large: 1_600 } as const
export type MediaSize = keyof typeof MEDIA_SIZES

/** PROCESSING: stored, but its variants are not rendered yet. FAILED: cannot be rendered. */
export const MediaStatus = z.enum(['PROCESSING', 'READY', 'FAILED'])
export type MediaStatus = z.infer<typeof MediaStatus>

declare const unsigned: unique symbol

/**
 * A reference to a variant of a picture in rows, unsigned responses and pushes: `media:{id}/{rotation}/{size}`. The
 * type is opaque, so that it cannot be used as a string. The gateway and the hub replace it with a URL signed for the
 * recipient.
 */
export type MediaReference = { readonly [unsigned]: true }

/** The URL of a variant of a picture, signed for the member who receives it. Before it is signed, it is a reference. */
export const MediaUrl = z.string() as unknown as z.ZodMiniType<string, MediaReference>

/** A value of this schema in which the pictures are not yet signed. */
export type Unsigned<Schema extends z.core.$ZodType> = z.input<Schema>

/**
 * A picture and the URLs of its variants. The URLs are bound to one viewer, expire within an hour, and access is
 * checked again on each request. They do not work before the status is READY.
 */
export const Picture = z.object({
  id: MediaId,
  status: MediaStatus,
  /** The variant for cards and message bubbles. */
  url: MediaUrl,
  smallUrl: MediaUrl,
  largeUrl: MediaUrl,
  /** The width of the large variant as displayed; null until it is rendered. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** The owner's rotation, in degrees clockwise. */
  rotation: z.literal([0, 90, 180, 270]),
  /** A thumbhash in base64, shown while the picture loads; null until it is rendered. */
  placeholder: z.nullable(z.string()),
})
export type Picture = z.infer<typeof Picture>
Picture.register(z.globalRegistry, { id: 'Picture' })

const MEDIA_URL = /(?:^|\/)media\/([A-Za-z0-9_-]{22})\/|^media:([A-Za-z0-9_-]{22})\//

/** Returns the id of the picture that a URL or reference of this installation names, or null. Does not check access. */
export function findMediaId(url: string): MediaId | null {
  const match = MEDIA_URL.exec(url)
  return match?.[1] ?? match?.[2] ?? null
}
