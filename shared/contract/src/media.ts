import * as z from 'zod/mini'

/** The id of a stored picture: 128 random bits in base64url. */
export const MediaId = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'field.invalid'))
export type MediaId = string

/** The variants of a picture, by the pixels of the longer side. */
export const MEDIA_SIZES = { small: 160, medium: 640, large: 1_600 } as const
export type MediaSize = keyof typeof MEDIA_SIZES

/** PROCESSING: stored, not yet drawn in its sizes. FAILED: could not be read, will never be shown. */
export const MediaStatus = z.enum(['PROCESSING', 'READY', 'FAILED'])
export type MediaStatus = z.infer<typeof MediaStatus>

/**
 * A picture and where its variants lie. Addresses are bound to the member who is answered, end within the hour, and
 * are checked again when they are fetched; before the status is READY they lead nowhere.
 */
export const Picture = z.object({
  id: MediaId,
  status: MediaStatus,
  /** The variant for plates and bubbles. */
  url: z.string(),
  smallUrl: z.string(),
  largeUrl: z.string(),
  /** Of the large variant, as it is shown; null until it is drawn. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** How far the owner has turned it, clockwise. */
  rotation: z.literal([0, 90, 180, 270]),
  /** A thumbhash in base64, shown while the picture loads; null until it is drawn. */
  placeholder: z.nullable(z.string()),
})
export type Picture = z.infer<typeof Picture>
Picture.register(z.globalRegistry, { id: 'Picture' })

/**
 * How rows and pushes name a variant before its address is signed for one viewer: `media:{id}/{revision}/{size}`. The
 * revision changes with every redrawing, so that no browser shows an old one.
 */
export const mediaReference = (id: MediaId, revision: number, size: MediaSize): string =>
  `media:${id}/${revision}/${size}`

const ADDRESS = /(?:^|\/)media\/([A-Za-z0-9_-]{22})\/|^media:([A-Za-z0-9_-]{22})\//

/** The picture that an address of ours leads to, or null; what may be done with it is another question. */
export function findMediaId(address: string): MediaId | null {
  const found = ADDRESS.exec(address)
  return found?.[1] ?? found?.[2] ?? null
}
