import * as z from 'zod/mini'
import { Id, Instant } from '../base.ts'

/** A login of the member on one device. */
export const SessionEntry = z.object({
  id: Id,
  createdAt: Instant,
  lastSeenAt: Instant,
  /** Browser and system from the user agent, such as `Firefox, Windows`; empty if neither is known. */
  device: z.string(),
  current: z.boolean(),
  /** The session began with a passkey. */
  passkey: z.optional(z.boolean()),
})
export type SessionEntry = z.infer<typeof SessionEntry>
