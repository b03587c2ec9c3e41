import * as z from 'zod/mini'
import { Instant } from '../base.ts'
import { SEARCH_AGE_MAX, SEARCH_CITIES_MAX, SEARCH_DAYS_MAX, SEARCH_PAGE_MAX } from '../limits.ts'
import { MediaUrl } from '../media.ts'
import { AreaText } from '../text/area-text.ts'
import { MemberName } from '../text/name-schemas.ts'
import { isCity } from './cities.ts'
import { Badge, MemberLevel, Orientation, Sex } from './members.ts'

/** A person as shown in lists. */
export const PersonInList = z.object({ sex: Sex, yearOfBirth: z.int(), orientation: Orientation })
export type PersonInList = z.infer<typeof PersonInList>

export const SearchHit = z.object({
  userName: MemberName,
  persons: z.array(PersonInList),
  cities: z.array(z.string()),
  /** The title of their newest ad; null if they have none. */
  title: z.nullable(z.string()),
  /** The beginning of the profile text, up to `PROFILE_EXCERPT_LENGTH`. */
  text: z.string(),
  lastActive: z.nullable(Instant),
  profilePhotoUrl: z.nullable(MediaUrl),
  badges: z.array(Badge),
  /** Whether the caller has a private note about them. */
  hasNotes: z.boolean(),
  /** They have an ad. */
  hasAd: z.boolean(),
})
export type SearchHit = z.infer<typeof SearchHit>

/**
 * A list of hits that only the requesting session can decrypt: AES-256-GCM with the tag at the end of `data`. The key
 * is derived from the session token (`Session.sessionId`) by HKDF-SHA-256 with `SEARCH_KEY_INFO` and an empty salt.
 */
export const Encrypted = z.object({ alg: z.literal('A256GCM'), iv: z.string(), data: z.string() })
export type Encrypted = z.infer<typeof Encrypted>

/** The sexes that a search can filter by. A SECRET sex never matches a filter. */
export const FindableSex = z.enum(['MALE', 'NON_BINARY', 'FEMALE'])
export type FindableSex = z.infer<typeof FindableSex>
/** The orientations that a search can filter by. A SECRET orientation never matches a filter. */
export const FindableOrientation = z.enum(['HETERO', 'BI', 'BI_CURIOUS', 'HOMO'])
export type FindableOrientation = z.infer<typeof FindableOrientation>

const areUnique = (values: readonly unknown[]): boolean => new Set(values).size === values.length
const Age = z.int('field.invalid').check(z.minimum(0, 'field.invalid'), z.maximum(SEARCH_AGE_MAX, 'field.invalid'))

/** A person to search for. An empty list of orientations means any, an age of 0 means no bound. */
export const PersonSelection = z
  .object({
    sex: FindableSex,
    orientations: z._default(
      z.optional(z.array(FindableOrientation).check(z.refine(areUnique, { error: 'field.invalid' }))),
      [],
    ),
    minAge: z._default(z.optional(Age), 0),
    maxAge: z._default(z.optional(Age), 0),
  })
  .check(z.refine(({ minAge, maxAge }) => maxAge === 0 || minAge <= maxAge, { error: 'ages.order', path: ['maxAge'] }))
export type PersonSelection = z.infer<typeof PersonSelection>

/** A search for members. Couples match with their persons in either order. */
export const SearchFilter = z
  .object({
    couples: z.boolean(),
    person1Selection: PersonSelection,
    /** Only for couples. */
    person2Selection: z.optional(z.nullable(PersonSelection)),
    cities: z._default(
      z.optional(
        z.array(z.string()).check(
          z.maxLength(SEARCH_CITIES_MAX, 'cities.manyInSearch'),
          z.refine((names) => names.every(isCity) && areUnique(names), { error: 'cities.unknown' }),
        ),
      ),
      [],
    ),
    page: z._default(
      z.optional(z.int().check(z.minimum(0, 'field.invalid'), z.maximum(SEARCH_PAGE_MAX, 'field.invalid'))),
      0,
    ),
    onlyWithPhoto: z._default(z.optional(z.boolean()), false),
    badges: z._default(z.optional(z.array(Badge).check(z.refine(areUnique, { error: 'field.invalid' }))), []),
    activeWithinDays: z.optional(
      z.nullable(z.int().check(z.minimum(1, 'field.invalid'), z.maximum(SEARCH_DAYS_MAX, 'field.invalid'))),
    ),
  })
  .check(
    z.refine(({ couples, person2Selection }) => !couples || Boolean(person2Selection), {
      error: 'field.required',
      path: ['person2Selection'],
    }),
  )
export type SearchFilter = z.infer<typeof SearchFilter>

/** A part of a filter that a `SearchHint` can suggest dropping. */
export const DroppableFilter = z.enum([
  'CITIES',
  'AGES',
  'ORIENTATIONS',
  'ONLY_WITH_PHOTO',
  'VERIFIED',
  'RECENTLY_ACTIVE',
])
export type DroppableFilter = z.infer<typeof DroppableFilter>

/**
 * The number of hits without one part of the filter, counted up to `SEARCH_HINT_MAX`; only for parts whose removal adds
 * hits.
 */
export const SearchHint = z.object({ drop: DroppableFilter, hits: z.int() })
export type SearchHint = z.infer<typeof SearchHint>

/** The number of hits of a search on all pages, counted up to `SEARCH_COUNT_MAX`. */
export const SearchCount = z.object({ hits: z.int() })
export type SearchCount = z.infer<typeof SearchCount>

/** A member who has visited a profile. */
export const Visitor = z.object({
  userName: MemberName,
  profilePhotoUrl: z.nullable(MediaUrl),
  /** The beginning of the profile text, as shown on cards. */
  description: z.string(),
  person1: PersonInList,
  person2: z.nullable(PersonInList),
  badges: z.array(Badge),
  /** Whether the caller has a private note about them. */
  hasNotes: z.boolean(),
  /** The number of kisses that they gave to the owner of the list. */
  kisses: z.int(),
  visitCount: z.int(),
  lastVisit: Instant,
})
export type Visitor = z.infer<typeof Visitor>
Visitor.register(z.globalRegistry, { id: 'Visitor' })

export const MemberLevelResponse = z.object({ memberLevel: MemberLevel })

/** Saves the caller's private note about a member; an empty one deletes it. */
export const SaveNotes = z.object({ notes: AreaText })

/** The caller's private note about a member; null without one. */
export const StoredNotes = z.object({ notes: z.nullable(z.string()) })
export type StoredNotes = z.infer<typeof StoredNotes>
