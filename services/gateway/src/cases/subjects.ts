import { Id } from '@app/contract/base'
import { KINDS_WITH_PARENT, type Subject, type SubjectKind } from '@app/contract/safety/subjects'
import type { Database } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import { heldMemberNamed, memberNamed } from '@app/server/policies/blocking'
import type { ReportedSubject } from '@app/server/policies/reports'
import { TEAM_ID } from '@app/server/policies/team'
import { type RawBuilder, sql } from 'kysely'

/** The kinds that only the members involved can see, and the team only after a report. */
type PrivateKind = 'CHAT_MESSAGE' | 'GROUP_INVITE'

/** A subject with the member from whose view the evidence is collected. */
type FoundSubject = Omit<ReportedSubject, 'kind'> & { viewerId: string }

const columns = (id: string, authorId: string, { parentId = 'null::bigint', viewerId = '0' } = {}) =>
  sql.raw(`${id}::text as "subjectId", ${parentId}::text as "parentId", ${authorId}::text as "authorId",
    null::text as "writtenById", (${viewerId})::text as "viewerId"`)

/** The query that finds a subject of each kind. */
const QUERIES: Record<Exclude<SubjectKind, PrivateKind>, (subject: Subject) => RawBuilder<FoundSubject>> = {
  PROFILE: ({ id }) => sql`
    select ${columns('m.id', 'm.id')} from members m
    where m.id = coalesce(${memberNamed(sql`${TEAM_ID}::bigint`, id)}, ${heldMemberNamed(id)}) and m.id <> 0`,
  PHOTO: ({ id }) => sql`
    select ${columns('media.id', 'media."ownerId"', { parentId: 'media."groupId"' })} from media
    where media.id = ${id} and media.state = 'READY' and media."ownerId" is not null and media.kind <> 'CHAT'`,
  GROUP: ({ id }) => sql`
    select ${columns('g.id', 'coalesce(g."ownerId", g."creatorId")', { viewerId: 'coalesce(g."ownerId", 0)' })}
    from groups g where g.id = ${id} and g."memberCount" > 0`,
  GROUP_MESSAGE: ({ id, parentId }) => sql`
    select ${columns('m.id', 'm."authorId"', { parentId: 'm."groupId"' })} from group_messages m
    where m.id = ${id} and m."groupId" = ${parentId} and m."deletedAt" is null`,
  EVENT: ({ id }) => sql`
    select ${columns('e.id', 'e."authorId"', { parentId: 'e."groupId"' })} from events e where e.id = ${id}`,
  AD: ({ id }) => sql`select ${columns('a.id', 'a."authorId"')} from ads a where a.id = ${id}`,
  MOVIE_ENTRY: ({ id }) => sql`
    select ${columns('e.id', 'e."authorId"')} from movie_entries e join media on media.id = e."mediaId"
    where e.id = ${id} and media.state = 'READY'`,
  NEWS_COMMENT: ({ id, parentId }) => sql`
    select ${columns('c.id', 'c."authorId"', { parentId: 'c."newsId"' })} from news_comments c
    where c.id = ${id} and c."newsId" = ${parentId}`,
}

const isPrivate = (kind: SubjectKind): kind is PrivateKind => kind === 'CHAT_MESSAGE' || kind === 'GROUP_INVITE'

const isWellFormed = ({ kind, id, parentId }: Subject): boolean =>
  (kind === 'PROFILE' || kind === 'PHOTO' || Id.safeParse(id).success) &&
  (parentId !== undefined || !KINDS_WITH_PARENT.has(kind))

/**
 * Finds the subject of a case that the team opens itself, or of a notice, also of a suspended or banned member. Throws NOT_FOUND if the subject does not
 * exist, and VALIDATION if it is malformed or private, since the team reads private content only after a report.
 */
export async function requireSubject(
  db: Database,
  subject: Subject,
): Promise<{ subject: ReportedSubject; viewerId: string }> {
  const { kind } = subject
  if (isPrivate(kind) || !isWellFormed(subject))
    throw new AppError('VALIDATION', { fields: [{ path: 'subject', problem: 'field.invalid' }] })
  const { rows } = await QUERIES[kind](subject).execute(db)
  if (!rows[0]) throw new AppError('NOT_FOUND')
  const { viewerId, ...found } = rows[0]
  return { subject: { kind, ...found }, viewerId }
}
