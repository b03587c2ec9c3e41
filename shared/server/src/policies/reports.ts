import { Id } from '@app/contract/base'
import { EARLIER_WORDS_PERIOD_MS, PAST_CONTACT_PERIOD_MS } from '@app/contract/limits'
import { LATEST } from '@app/contract/safety/report-rules'
import { KINDS_WITH_PARENT, type Subject, type SubjectKind } from '@app/contract/safety/subjects'
import { nameKey } from '@app/contract/text/names'
import { type RawBuilder, sql } from 'kysely'
import type { Member } from '../context.ts'
import type { Database } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { isAdVisible } from './ads.ts'
import { ago } from './ago.ts'
import { hasBlocked, lastSeenNameKey, memberNamed } from './blocking.ts'
import { requireEvent } from './events.ts'
import { isGroupAdmin, selectBlockStarts } from './group-blocks.ts'
import { isInviteOpen } from './group-invites.ts'
import { isBlockedPair } from './ignoring.ts'
import { isEntryVisible } from './movie.ts'
import { isCommentVisible } from './news.ts'
import { selectVisiblePicture } from './photos.ts'
import { isVisibleMember } from './team.ts'

/** The subject of a report, as a case stores it. */
export type ReportedSubject = {
  kind: SubjectKind
  subjectId: string
  /** The chat, the group or the news item. */
  parentId: string | null
  /** Null if the author's account is purged. */
  authorId: string | null
  /** The admin who wrote a message of the team. */
  writtenById: string | null
}

type SubjectRow = Omit<ReportedSubject, 'kind'>

/** The reporter, and the time of the report. */
type Reporter = { me: RawBuilder<unknown>; accountId: string; now: Date }

/**
 * The time at which the other member vanished from a participant's lists, by the deletion of the account or a block;
 * null if neither. `mine` is the participant's row, `other` the other member.
 */
export const otherVanishedAt: RawBuilder<string | null> = sql`least(other."deletedAt", (
  select "blockedAt" from ignores where "ignorerId" = mine."otherId" and "ignoredId" = mine."memberId" and kind = 'BLOCK'))`

/**
 * Returns a SQL predicate that checks whether a participant can report a chat: it is in their lists, kept after a block,
 * or vanished from them within the last 30 days. `mine` is the participant's row, `other` the other member.
 */
export const isChatReportable = (now: Date): RawBuilder<boolean> => {
  const cutoff = ago(now, PAST_CONTACT_PERIOD_MS)
  return sql`(mine.folder <> 'GONE' or mine."goneAt" > ${cutoff}
    or mine."heldFolder" is not null and ${otherVanishedAt} > ${cutoff})`
}

/**
 * Returns a SQL predicate that checks whether blocks permit the reporter to report content of an author in a group: there
 * is no block between them, it began recently and after the content, or the reporter is an admin of the group.
 */
export const isReportableDespiteBlock = (
  { me, now }: Pick<Reporter, 'me' | 'now'>,
  { groupId, authorId, messageId }: Record<'groupId' | 'authorId' | 'messageId', RawBuilder<unknown>>,
): RawBuilder<boolean> => sql`(not exists (
    select from ignores block where block.kind = 'BLOCK'
      and (block."ignorerId", block."ignoredId") in ((${me}, ${authorId}), (${authorId}, ${me}))
      and (block."blockedAt" <= ${ago(now, EARLIER_WORDS_PERIOD_MS)} or ${messageId} > block."lastMessageId"))
  or ${isGroupAdmin(groupId, me)})`

/**
 * Returns a SQL predicate that excludes comments on posts that are absent for the reporter; a post that appears as deleted
 * is not absent. Nobody but an admin of the group sees a comment on an absent post, whoever wrote it.
 */
const isPostPresent = (
  { me }: Pick<Reporter, 'me'>,
  { groupId, messageId }: Record<'groupId' | 'messageId', RawBuilder<unknown>>,
): RawBuilder<boolean> => sql`(not exists (
    select from group_messages comment join group_messages post on post.id = comment."parentId"
    join (${selectBlockStarts(me)}) block on block.id = post."authorId" and block."lastMessageId" < post.id
    where comment.id = ${messageId})
  or ${isGroupAdmin(groupId, me)})`

/** Returns a SQL predicate that checks whether the message `m` or its earlier words are still stored. */
const isMessageReportable = (place: 'CHAT' | 'GROUP', now: Date): RawBuilder<boolean> => sql`(m."deletedAt" is null
  or exists (select from earlier_words where place = ${place} and "messageId" = m.id and until > ${now}))`

/**
 * Returns a SQL predicate that checks whether the posts of a member with this alias can be reported: the member is
 * visible, or was until recently.
 */
export const isAuthorReportable = (alias: string, now: Date): RawBuilder<boolean> =>
  sql`(${sql.raw(isVisibleMember(alias))} or ${sql.ref(`${alias}.deletedAt`)} > ${ago(now, EARLIER_WORDS_PERIOD_MS)})`

const isInGroup = (groupId: RawBuilder<unknown>, me: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from group_members own where own."groupId" = ${groupId} and own."memberId" = ${me} and not own.held)`

/** Returns a SQL predicate that checks whether the photo `media` belongs to a conversation of the reporter. */
const isConversationPhotoReportable = (
  reporter: Reporter,
  { me, now } = reporter,
): RawBuilder<boolean> => sql`case media.kind
  when 'CHAT' then exists (
    select from chat_members mine join members other on other.id = mine."otherId"
    where mine."chatId" = media."chatId" and mine."memberId" = ${me} and ${isChatReportable(now)})
  when 'GROUP' then ${isInGroup(sql`media."groupId"`, me)} and exists (
    select from members owner where owner.id = media."ownerId" and ${isAuthorReportable('owner', now)})
    and ${isReportableDespiteBlock(reporter, {
      groupId: sql`media."groupId"`,
      authorId: sql`media."ownerId"`,
      messageId: sql`(select min(id) from group_messages where "mediaId" = media.id)`,
    })}
  else false end`

/** Returns the columns of a `SubjectRow` for content that no admin wrote as the team. */
const columns = (id: string, authorId: string, parentId = 'null::bigint') =>
  sql.raw(`${id}::text as "subjectId", ${parentId}::text as "parentId", ${authorId}::text as "authorId",
    null::text as "writtenById"`)

/** For each kind, the query for the row of a subject if the reporter can see it now, or could recently. */
const QUERIES = {
  // A name that is not visible can be that of a member whom the reporter has blocked, or the last name that they saw of a
  // past contact. Checks for both even if the name is unknown, so that the response time is the same.
  PROFILE: ({ id }, { me, now }) => sql<SubjectRow>`
    select ${columns('members.id', 'members.id')} from (
      select ${memberNamed(me, id)} as visible,
        coalesce((select members.id from members where members."nameKey" = ${nameKey(id)}), (-1)::bigint) as id
      offset 0) named
    join members on members.id = coalesce(named.visible, case when ${hasBlocked(me, sql`named.id`)} then named.id end, (
      select mine."otherId" from chat_members mine join members other on other.id = mine."otherId"
      where mine."memberId" = ${me} and mine."heldFolder" is not null
        and ${lastSeenNameKey(me, 'other')} = ${nameKey(id)} and ${isChatReportable(now)}
      order by ${otherVanishedAt} desc nulls last limit 1))`,

  PHOTO: ({ id }, reporter) => sql<SubjectRow>`
    select ${columns('media.id', 'media."ownerId"', 'coalesce(media."chatId", media."groupId")')} from media
    where media.id = ${id} and media."ownerId" is not null and (
      exists (${selectVisiblePicture(id, reporter.accountId)})
      or media.carried and (media.state = 'READY' or media.state = 'REMOVED' and media."dueAt" > ${reporter.now})
        and ${isConversationPhotoReportable(reporter)})`,

  CHAT_MESSAGE: ({ id, parentId }, { me, now }) => sql<SubjectRow>`
    select m.id::text as "subjectId", m."chatId"::text as "parentId", m."senderId"::text as "authorId",
      m."writtenById"::text as "writtenById"
    from chat_members mine join members other on other.id = mine."otherId"
    join chat_messages m on m."chatId" = mine."chatId"
    where mine."chatId" = ${parentId} and mine."memberId" = ${me} and ${isChatReportable(now)}
      and ${id === LATEST ? sql`m."senderId" <> ${me}` : sql`m.id = ${id}`} and ${isMessageReportable('CHAT', now)}
    order by m.id desc limit 1`,

  GROUP: ({ id }, { me }) => sql<SubjectRow>`
    select ${columns('g.id', 'coalesce(g."ownerId", g."creatorId")')} from groups g
    where g.id = ${id} and g."memberCount" > 0 and (${isInGroup(sql`g.id`, me)}
      or g."isOpen" and not ${isBlockedPair(sql`g."ownerId"`, me)}
      or exists (select from group_invites i where i."groupId" = g.id and i."recipientId" = ${me} and ${isInviteOpen}))`,

  GROUP_MESSAGE: ({ id, parentId }, reporter, { me, now } = reporter) => sql<SubjectRow>`
    select ${columns('m.id', 'm."authorId"', 'm."groupId"')}
    from group_messages m join groups g on g.id = m."groupId" join members author on author.id = m."authorId"
    where m.id = ${id} and m."groupId" = ${parentId} and g."memberCount" > 0 and ${isInGroup(sql`m."groupId"`, me)}
      and ${isAuthorReportable('author', now)} and ${isMessageReportable('GROUP', now)}
      and ${isReportableDespiteBlock(reporter, {
        groupId: sql`m."groupId"`,
        authorId: sql`m."authorId"`,
        messageId: sql`m.id`,
      })}
      and ${isPostPresent(reporter, { groupId: sql`m."groupId"`, messageId: sql`m.id` })}`,

  AD: ({ id }, { me }) => sql<SubjectRow>`
    select ${columns('a.id', 'a."authorId"')} from ads a join members m on m.id = a."authorId"
    where a.id = ${id} and ${isAdVisible(me)}`,

  MOVIE_ENTRY: ({ id }, { me }) => sql<SubjectRow>`
    select ${columns('e.id', 'e."authorId"')}
    from movie_entries e join members m on m.id = e."authorId" join media on media.id = e."mediaId"
    where e.id = ${id} and ${isEntryVisible(me)}`,

  NEWS_COMMENT: ({ id, parentId }, { me }) => sql<SubjectRow>`
    select ${columns('c.id', 'c."authorId"', 'c."newsId"')}
    from news_comments c join members m on m.id = c."authorId"
    where c.id = ${id} and c."newsId" = ${parentId} and ${isCommentVisible(me)}`,

  // Invites to the same group by different admins are different subjects.
  GROUP_INVITE: ({ id }, { me, now }) => sql<SubjectRow>`
    select invite."groupId" || '.' || invite."inviterId" as "subjectId", invite."groupId"::text as "parentId",
      invite."inviterId"::text as "authorId", null::text as "writtenById"
    from (
      select i."groupId", i."inviterId", i.declined::int as rank, i."sentAt" as at from group_invites i
      where i."groupId" = ${id} and i."recipientId" = ${me}
        and (${isInviteOpen} or i."sentAt" > ${ago(now, EARLIER_WORDS_PERIOD_MS)})
      union all
      select w."messageId", w."inviterId", 2, w.until from earlier_words w join members inviter on inviter.id = w."inviterId"
      where w.place = 'INVITE' and w."messageId" = ${id} and w."recipientId" = ${me} and w.until > ${now}
    ) invite
    order by invite.rank, invite.at desc limit 1`,
} satisfies Record<Exclude<SubjectKind, 'EVENT'>, (subject: Subject, reporter: Reporter) => RawBuilder<SubjectRow>>

/** The kinds whose subjects are identified by a name or a random id instead of a row's number. */
const KINDS_WITH_OTHER_IDS: ReadonlySet<SubjectKind> = new Set(['PROFILE', 'PHOTO'])

const isWellFormed = ({ kind, id, parentId }: Subject): boolean =>
  (KINDS_WITH_OTHER_IDS.has(kind) || Id.safeParse(id).success || (kind === 'CHAT_MESSAGE' && id === LATEST)) &&
  (parentId !== undefined || !KINDS_WITH_PARENT.has(kind))

/** Returns an event that the reporter may read. Throws NOT_FOUND or FORBIDDEN otherwise. */
async function requireReportableEvent(db: Database, id: string, member: Member, now: Date): Promise<SubjectRow> {
  const event = await requireEvent(db, id, member, 'read', now)
  return { subjectId: event.id, parentId: event.groupId, authorId: event.authorId, writtenById: null }
}

/**
 * Returns the subject of a report if the reporter can see it now, or could recently. Throws NOT_FOUND otherwise, whether
 * it exists or not (for an event of a group also FORBIDDEN), and VALIDATION for the reporter's own content and for a
 * subject that is incomplete.
 */
export async function requireReportable(
  db: Database,
  member: Member,
  subject: Subject,
  now: Date,
): Promise<ReportedSubject> {
  const { kind } = subject
  if (!isWellFormed(subject))
    throw new AppError('VALIDATION', { fields: [{ path: 'subject', problem: 'field.invalid' }] })
  const reporter = { me: sql`${member.id}::bigint`, accountId: member.accountId, now }
  const row =
    kind === 'EVENT'
      ? await requireReportableEvent(db, subject.id, member, now)
      : (await QUERIES[kind](subject, reporter).execute(db)).rows[0]
  if (!row) throw new AppError('NOT_FOUND')
  if (row.authorId === member.id)
    throw new AppError('VALIDATION', { fields: [{ path: 'subject', problem: 'field.invalid' }] })
  return { kind, ...row }
}
