import * as z from 'zod/mini'
import { Id } from './base.ts'
import { MemberName } from './text/name-schemas.ts'

/**
 * The message that a reply refers to, as it is now. A client that has loaded that message, or receives a change to it,
 * shows its current text instead.
 */
export const Quote = z.object({
  id: Id,
  /** Empty if the account of its sender has been deleted or is hidden from the caller. */
  senderName: MemberName,
  mine: z.boolean(),
  /** The first `QUOTE_LENGTH` characters; null if the message is deleted or only a photo. */
  message: z.nullable(z.string()),
  /** Whether the message has a photo. */
  photo: z.boolean(),
  deleted: z.boolean(),
})
export type Quote = z.infer<typeof Quote>
