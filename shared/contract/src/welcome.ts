import * as z from 'zod/mini'
import { Instant } from './base.ts'
import { MediaUrl } from './media.ts'
import { Badge } from './members/members.ts'
import { PersonInList } from './members/profiles.ts'
import { MemberName } from './text/name-schemas.ts'

/**
 * The steps of getting started that the caller has taken, and whether the caller has hidden the card that lists them.
 */
export const GettingStarted = z.object({
  /** Whether the caller has a profile photo. */
  photo: z.boolean(),
  /** Whether the caller has a presentation. */
  words: z.boolean(),
  /** Whether the caller has invited a member, or has a chat with a member. */
  hello: z.boolean(),
  hidden: z.boolean(),
})
export type GettingStarted = z.infer<typeof GettingStarted>

/** A member whom the caller could say hello to. */
export const Suggestion = z.object({
  userName: MemberName,
  persons: z.array(PersonInList),
  cities: z.array(z.string()),
  lastActive: z.nullable(Instant),
  profilePhotoUrl: z.nullable(MediaUrl),
  badges: z.array(Badge),
  /** The first paragraph of their presentation, up to `SUGGESTION_WORDS_LENGTH`; empty if they have none. */
  words: z.string(),
})
export type Suggestion = z.infer<typeof Suggestion>

/** What happened while the caller was inactive since `since`. At least one number is not zero. */
export const Absence = z.object({
  since: Instant,
  /** Members who visited the caller's profile and whom the caller sees in their list of visitors. */
  visits: z.int(),
  kisses: z.int(),
  /** Invites that still await an answer. */
  invites: z.int(),
  /**
   * New members whom the caller's default search finds: of the first kind that the caller looks for, in the caller's
   * first `SEARCH_CITIES_MAX` cities. Up to `AWAY_NEW_MEMBERS_MAX`; 0 if the caller looks for no kind.
   */
  newMembers: z.int(),
})
export type Absence = z.infer<typeof Absence>

/** Null if the caller was not away, has closed the card, or returned more than `AWAY_SHOWN_MS` ago. */
export const AbsenceResponse = z.object({ absence: z.nullable(Absence) })
export type AbsenceResponse = z.infer<typeof AbsenceResponse>
