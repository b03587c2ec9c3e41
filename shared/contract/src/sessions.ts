import * as z from 'zod/mini'
import { Id, Instant } from './base.ts'

/** One place where a member is logged in. */
export const SessionEntry = z.object({
  id: Id,
  createdAt: Instant,
  lastSeenAt: Instant,
  /** What the browser says of itself: its name and system, such as `Firefox, Windows`; empty when we know neither. */
  device: z.string(),
  current: z.boolean(),
})
export type SessionEntry = z.infer<typeof SessionEntry>
