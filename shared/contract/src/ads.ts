import * as z from 'zod/mini'
import { requiredAreaText } from './area-text.ts'
import { Id, Instant } from './base.ts'
import { AD_TITLE_MAX } from './limits.ts'
import { singleLineText } from './line-text.ts'
import { Badge, Orientation } from './members.ts'
import { MemberName } from './names.ts'
import { ProfileTypeAndYears } from './profile-types.ts'

/** Which ads a member wants to see, kept with the member. Whoever keeps the sex secret is among singles of every kind only. */
export const AdFilter = z.object({
  showCouples: z.boolean(),
  showSingleMen: z.boolean(),
  showSingleWomen: z.boolean(),
  showSingleNonBinary: z.boolean(),
})
export type AdFilter = z.infer<typeof AdFilter>

export const Ad = z.extend(ProfileTypeAndYears, {
  p1Orientation: z.nullable(Orientation),
  p2Orientation: z.nullable(Orientation),
  id: Id,
  title: z.string(),
  /** Plain text with line breaks. */
  content: z.string(),
  published: Instant,
  userName: MemberName,
  profilePhotoUrl: z.nullable(z.string()),
  badges: z.array(Badge),
  cities: z.array(z.string()),
  mine: z.boolean(),
})
export type Ad = z.infer<typeof Ad>
Ad.register(z.globalRegistry, { id: 'Ad' })

export const SaveAd = z.object({
  title: singleLineText(AD_TITLE_MAX),
  content: requiredAreaText('field.required'),
  /** Made by the client: the same ad put in again under it is the same ad. */
  clientId: z.optional(z.uuid('field.invalid').check(z.toLowerCase())),
})
export type SaveAd = z.infer<typeof SaveAd>

export const EditAd = z.object({ id: Id, title: SaveAd.shape.title, content: SaveAd.shape.content })
export type EditAd = z.infer<typeof EditAd>

export const DeleteAd = z.object({ id: Id })
