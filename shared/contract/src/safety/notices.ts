import * as z from 'zod/mini'
import { ClientId } from '../base.ts'
import { Email, MemberLanguage } from '../members/members.ts'
import { limitedText, requiredAreaText } from '../text/area-text.ts'
import { isVisible } from '../text/normalize.ts'
import { Category } from './categories.ts'
import { NOTICE_ADDRESS_MAX, NOTICE_NAME_MAX } from './report-rules.ts'
import { Subject } from './subjects.ts'

/**
 * A notice of illegal content by somebody without an account (DSA, article 16). Only a notice of child abuse may omit
 * the name and the email address.
 */
export const FileNotice = z
  .object({
    /** The location of the content: its address in the browser, or a description. */
    address: limitedText(NOTICE_ADDRESS_MAX).check(z.refine(isVisible, { error: 'field.required' })),
    category: Category,
    reason: requiredAreaText('notice.reason'),
    name: z.optional(limitedText(NOTICE_NAME_MAX)),
    email: z.optional(Email),
    /** The notifier believes that the notice is correct and complete. */
    goodFaith: z.literal(true, 'notice.goodFaith'),
    language: MemberLanguage,
    /** Optional, so that forms of an earlier release still work. */
    clientId: z.optional(ClientId),
  })
  .check(
    z.refine(({ category, name }) => category === 'MINOR' || isVisible(name ?? ''), {
      error: 'notice.who',
      path: ['name'],
    }),
    z.refine(({ category, email }) => category === 'MINOR' || email !== undefined, {
      error: 'notice.who',
      path: ['email'],
    }),
  )
export type FileNotice = z.infer<typeof FileNotice>

/** Attaches the content that a notice names to its case. */
export const FindContent = z.object({ version: z.int(), subject: Subject })
export type FindContent = z.infer<typeof FindContent>
