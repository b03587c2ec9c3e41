import * as z from 'zod/mini'

/** The reactions to a message, in the order in which clients show them. A member has at most one to each message. */
export const Reaction = z.enum(['HEART', 'LAUGH', 'FIRE', 'WOW', 'SAD', 'THUMB'], 'field.invalid')
export type Reaction = z.infer<typeof Reaction>

/** The number of members who reacted to a message in one way. `mine`: the caller is one of them. */
export const ReactionCount = z.object({ reaction: Reaction, count: z.int(), mine: z.boolean() })
export type ReactionCount = z.infer<typeof ReactionCount>

/** Sets the caller's reaction to a message, or removes it with null. */
export const SetReaction = z.object({ reaction: z.nullable(Reaction) })
export type SetReaction = z.infer<typeof SetReaction>
