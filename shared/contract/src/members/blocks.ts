import * as z from 'zod/mini'
import { Id, Instant } from '../base.ts'
import { GROUPS_PER_MEMBER } from '../limits.ts'
import { MemberName, UserName } from '../text/name-schemas.ts'

/**
 * A member whom the caller has blocked. To that member the caller seems to have deleted the account, and the caller
 * does not see that member, either.
 */
export const Block = z.object({
  /** The id of the blocked member. */
  id: Id,
  userName: MemberName,
  blockedAt: Instant,
  /** Their chat, which only the caller can still read; null if there is none, or the caller has left or deleted it. */
  chatId: z.nullable(Id),
  /** The time until which ending the block also restores the chat for the other member. */
  reversibleUntil: Instant,
})
export type Block = z.infer<typeof Block>
Block.register(z.globalRegistry, { id: 'Block' })

/** The effects that blocking a member would have on the caller. */
export const BlockEffects = z.object({
  hasChat: z.boolean(),
  /** The groups that both are in. An admin of a group sees all its members, even one who has blocked the admin. */
  groups: z.array(z.object({ groupId: Id, groupName: z.string(), ledByThem: z.boolean() })),
})
export type BlockEffects = z.infer<typeof BlockEffects>

/** Blocks a member; the caller also leaves the groups `leaveGroups`. */
export const BlockMember = z.object({
  userName: UserName,
  leaveGroups: z._default(
    z.optional(z.array(Id, 'field.invalid').check(z.maxLength(GROUPS_PER_MEMBER, 'field.invalid'))),
    [],
  ),
})
export type BlockMember = z.infer<typeof BlockMember>

export const EndBlock = z.object({ id: Id })
