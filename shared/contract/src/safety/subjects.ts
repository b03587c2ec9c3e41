import * as z from 'zod/mini'
import { atMost, Id } from '../base.ts'
import { isStorable } from '../text/normalize.ts'

/** The kinds of content and members that can be reported. */
export const SubjectKind = z.enum([
  'PROFILE',
  'PHOTO',
  'CHAT_MESSAGE',
  'GROUP',
  'GROUP_MESSAGE',
  'EVENT',
  'AD',
  'MOVIE_ENTRY',
  'NEWS_COMMENT',
  'GROUP_INVITE',
])
export type SubjectKind = z.infer<typeof SubjectKind>

/** The kinds of subjects of cases. NOTICE is a notice by a visitor whose content the team has not found yet. */
export const CaseSubjectKind = z.enum([...SubjectKind.options, 'NOTICE'])
export type CaseSubjectKind = z.infer<typeof CaseSubjectKind>

/**
 * The subject of a report. `id` is the user name for a PROFILE, the id of the picture for a PHOTO, the id of the group
 * for a GROUP_INVITE, and otherwise the id of the row. For a CHAT_MESSAGE, `LATEST` means the other member's newest
 * message. `parentId` is the chat, the group or the news item.
 */
export const Subject = z.object({
  kind: SubjectKind,
  id: z
    .string()
    .check(
      z.minLength(1, 'field.invalid'),
      atMost(32, 'field.invalid'),
      z.refine(isStorable, { error: 'field.invalid' }),
    ),
  parentId: z.optional(Id),
})
export type Subject = z.infer<typeof Subject>

/** The kinds whose subject needs `parentId`. */
export const KINDS_WITH_PARENT: ReadonlySet<SubjectKind> = new Set(['CHAT_MESSAGE', 'GROUP_MESSAGE', 'NEWS_COMMENT'])
