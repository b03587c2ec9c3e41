import * as z from 'zod/mini'
import { Instant } from './base.ts'
import { Badge, Orientation, Sex } from './members.ts'

export const SearchHit = z.object({
  userName: z.string(),
  persons: z.array(z.object({ sex: Sex, yearOfBirth: z.int(), orientation: Orientation })),
  cities: z.array(z.string()),
  text: z.string(),
  lastActive: z.nullable(Instant),
  profilePhotoUrl: z.nullable(z.string()),
  badges: z.array(Badge),
})
export type SearchHit = z.infer<typeof SearchHit>

/**
 * A list of hits that only the session that asked can read: AES-256-GCM, the tag at the end of `data`, the key drawn from
 * the sessionId by HKDF-SHA-256 with `SEARCH_KEY_INFO` and an empty salt.
 */
export const Encrypted = z.object({ alg: z.literal('A256GCM'), iv: z.string(), data: z.string() })
export type Encrypted = z.infer<typeof Encrypted>
