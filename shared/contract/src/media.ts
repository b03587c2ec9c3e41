import * as z from 'zod/mini'

/** The id of a stored picture: 128 random bits in base64url. */
export const MediaId = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'field.invalid'))
export type MediaId = string

/** The variants of a picture, by the longer side in pixels. */
export const MEDIA_SIZES = { small: 160, medium: 640, large: 1_600 } as const
export type MediaSize = keyof typeof MEDIA_SIZES

/** PROCESSING: stored, variants not rendered yet. FAILED: unreadable, never shown. */
export const MediaStatus = z.enum(['PROCESSING', 'READY', 'FAILED'])
export type MediaStatus = z.infer<typeof MediaStatus>

/**
 * A picture and the URLs of its variants. The URLs are bound to one viewer, expire within an hour, and access is
 * checked again on each request. They do not work before the status is READY.
 */
export const Picture = z.object({
  id: MediaId,
  status: MediaStatus,
  /** The variant for cards and message bubbles. */
  url: z.string(),
  smallUrl: z.string(),
  largeUrl: z.string(),
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

/**
 * Returns the reference to a variant that rows and pushes contain before it is signed for a viewer:
 * `media:{id}/{revision}/{size}`. Each rendering has a new revision, so that no browser shows an outdated one from its
 * cache.
 */
export const mediaReference = (id: MediaId, revision: number, size: MediaSize): string =>
  `media:${id}/${revision}/${size}`

const MEDIA_URL = /(?:^|\/)media\/([A-Za-z0-9_-]{22})\/|^media:([A-Za-z0-9_-]{22})\//

/** Returns the id of the picture that a URL or reference of this installation names, or null. Does not check access. */
export function findMediaId(url: string): MediaId | null {
  const match = MEDIA_URL.exec(url)
  return match?.[1] ?? match?.[2] ?? null
}
