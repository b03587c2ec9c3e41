import * as z from 'zod/mini'

/** A requirement on members who write first. SEARCH: the recipient looks for such profiles. */
export const ContactNeed = z.enum(['VERIFIED', 'PHOTO', 'SEARCH'], 'field.invalid')
export type ContactNeed = z.infer<typeof ContactNeed>

/**
 * The rule for who may write first to a member: everyone who meets all `needs`. PUT_ASIDE: invites from all others are
 * listed apart from the member's invites, without their senders noticing. REFUSE: all others cannot invite the member.
 */
export const ContactRule = z.object({
  needs: z
    .array(ContactNeed, 'field.invalid')
    .check(z.refine((needs) => new Set(needs).size === needs.length, 'field.invalid')),
  others: z.enum(['PUT_ASIDE', 'REFUSE'], 'field.invalid'),
})
export type ContactRule = z.infer<typeof ContactRule>
