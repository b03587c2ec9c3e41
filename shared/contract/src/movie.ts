import * as z from 'zod/mini'
import { AreaText } from './area-text.ts'
import { atMost, Id, Instant } from './base.ts'
import { ALT_TEXT_MAX, ZOOM_MAX } from './limits.ts'
import { Picture } from './media.ts'
import { Badge } from './members.ts'
import { MemberName } from './names.ts'
import { ProfileTypeAndYears } from './profile-types.ts'

/** A photo in the feed. Its picture is square, cut as its author saw it before sending. */
export const MovieEntry = z.extend(ProfileTypeAndYears, {
  id: Id,
  userName: MemberName,
  profilePhotoUrl: z.nullable(z.string()),
  badges: z.array(Badge),
  /** The address of the variant for the feed; `photo` holds the others. */
  image: z.string(),
  photo: Picture,
  /** What the picture shows, for who does not see it; empty where the author said nothing. */
  altText: z.string(),
  message: z.string(),
  likes: z.int(),
  iLike: z.boolean(),
  published: Instant,
  cities: z.array(z.string()),
  mine: z.boolean(),
})
export type MovieEntry = z.infer<typeof MovieEntry>
MovieEntry.register(z.globalRegistry, { id: 'MovieEntry' })

const Decimal = z.pipe(
  z.string().check(z.regex(/^-?\d{1,3}(?:\.\d{1,12})?$/, 'field.invalid')),
  z.transform((digits: string) => Number(digits)),
)
const decimalBetween = (min: number, max: number) =>
  z.pipe(Decimal, z.number().check(z.minimum(min, 'field.invalid'), z.maximum(max, 'field.invalid')))
const Offset = z._default(z.optional(decimalBetween(-1, 1)), 0)

/**
 * The text parts beside the part `file`. The picture is cut to a square whose side is the shorter side of the photo divided
 * by (1 + zoom / 50); an offset of -1 puts it at the left or top edge, 0 in the middle, 1 at the right or bottom.
 */
export const MovieUploadParts = z.object({
  message: z._default(z.optional(AreaText), ''),
  zoom: z._default(z.optional(decimalBetween(0, ZOOM_MAX)), 0),
  offset_x: Offset,
  offset_y: Offset,
  alt_text: z._default(z.optional(AreaText.check(atMost(ALT_TEXT_MAX, 'text.long'))), ''),
  /** Made by the client: the same entry sent again under it is the same entry. */
  clientId: z.optional(z.uuid('field.invalid').check(z.toLowerCase())),
})
export type MovieUploadParts = z.infer<typeof MovieUploadParts>

/** Deletes, likes or unlikes. */
export const MovieEntryId = z.object({ id: Id })

/** How many entries of others have come after this one that I would be shown, counted up to 100. */
export const MovieNewQuery = z.object({ after: Id })
export const MovieNew = z.object({ count: z.int() })
export type MovieNew = z.infer<typeof MovieNew>
