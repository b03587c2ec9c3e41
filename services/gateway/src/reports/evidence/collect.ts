import type { MediaId } from '@app/contract/media'
import type { Category } from '@app/contract/safety/categories'
import type { SubjectKind } from '@app/contract/safety/subjects'
import type { Member } from '@app/server/context'
import type { DatabaseTransaction } from '@app/server/db/database'
import type { MemberTx } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { lastSeenName } from '@app/server/policies/blocking'
import { isVerified } from '@app/server/policies/photos'
import type { ReportedSubject } from '@app/server/policies/reports'
import { type RawBuilder, sql } from 'kysely'
import {
  selectAdParts,
  selectEntryParts,
  selectEventParts,
  selectGroupInviteParts,
  selectGroupParts,
  selectNewsCommentParts,
  selectPhotoParts,
  selectProfileParts,
} from './content.ts'
import { selectChatParts, selectGroupMessageParts } from './conversations.ts'
import type { EvidenceAuthor, EvidenceContent, Part } from './parts.ts'

type Options = { member: Member; now: Date; lastHundred: boolean }

const SELECTIONS: Record<SubjectKind, (subject: ReportedSubject, options: Options) => RawBuilder<Part>> = {
  PROFILE: selectProfileParts,
  PHOTO: selectPhotoParts,
  CHAT_MESSAGE: selectChatParts,
  GROUP: selectGroupParts,
  GROUP_MESSAGE: selectGroupMessageParts,
  EVENT: selectEventParts,
  AD: selectAdParts,
  MOVIE_ENTRY: selectEntryParts,
  NEWS_COMMENT: selectNewsCommentParts,
  GROUP_INVITE: selectGroupInviteParts,
}

/** Reads what every member sees of the author's profile, and the name that the reporter has seen. */
async function readAuthor(
  db: DatabaseTransaction,
  authorId: string | null,
  reporterId: string,
): Promise<EvidenceAuthor | null> {
  const { rows } = await sql<EvidenceAuthor & { seenName: string }>`
    select m.id, m."userName", ${lastSeenName(sql`${reporterId}::bigint`, 'm')} as "seenName", m."registeredAt", m.cities, m.description, ${sql.raw(isVerified('m'))} as verified,
      m."profilePhotoId" as photo,
      coalesce((select jsonb_agg(jsonb_build_object('sex', sex, 'yearOfBirth', "yearOfBirth") order by ordinal)
        from persons where "memberId" = m.id), '[]') as persons
    from members m where m.id = ${authorId}`.execute(db)
  if (!rows[0]) return null
  const { seenName, ...author } = rows[0]
  return seenName === author.userName ? author : { ...author, seenName }
}

export type CollectedEvidence = { content: EvidenceContent; mediaIds: MediaId[] }

type Note = { category: Category; words: string | undefined; lastHundred: boolean }

/**
 * Reads the evidence of a report: only what its reporter can see, or could recently. Locks nothing. Throws NOT_FOUND if
 * the subject was deleted meanwhile.
 */
export async function collectEvidence(
  { db, member, now }: MemberTx,
  subject: ReportedSubject,
  { category, words, lastHundred }: Note,
): Promise<CollectedEvidence> {
  const takenAt = now()
  const options = { member, now: takenAt, lastHundred }
  const { rows: parts } = await SELECTIONS[subject.kind](subject, options).execute(db)
  const subjectPart = parts.find(({ role }) => role === 'SUBJECT')
  if (!subjectPart) throw new AppError('NOT_FOUND')
  const author = await readAuthor(db, subject.authorId, member.id)
  const mediaIds = [...parts.flatMap(({ media }) => media), ...(author?.photo ? [author.photo] : [])]
  return {
    content: {
      v: 1,
      kind: subject.kind,
      takenAt: takenAt.toISOString(),
      note: { category, words: words || null },
      author,
      subject: subjectPart,
      context: parts.filter((part) => part !== subjectPart && part.role !== 'EARLIER'),
      earlier: parts.filter(({ role }) => role === 'EARLIER'),
    },
    mediaIds: [...new Set(mediaIds)],
  }
}
