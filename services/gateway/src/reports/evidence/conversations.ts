import { EARLIER_WORDS_PERIOD_MS, EVIDENCE_AROUND, EVIDENCE_COMMENTS, EVIDENCE_WIDE } from '@app/contract/limits'
import type { Member } from '@app/server/context'
import { isAuthorReportable, isReportableDespiteBlock, type ReportedSubject } from '@app/server/policies/reports'
import { type RawBuilder, sql } from 'kysely'
import { partColumns, selectParts } from './parts.ts'

/**
 * Returns a query for the words and pictures that messages had before they were deleted or edited, oldest first, with the
 * time until which they had them as `editedAt`.
 */
const selectEarlierWords = (kind: 'CHAT' | 'GROUP', now: Date) => sql`
  select ${partColumns({ role: `'EARLIER'`, id: 'w."messageId"', memberId: 'm."memberId"', text: 'w.message', editedAt: `w.until - interval '${EARLIER_WORDS_PERIOD_MS} milliseconds'`, media: `array_remove(array[w."mediaId"], null)`, section: 1, position: 'w.id' })}
  from shown m join earlier_words w on w.place = ${kind} and w."messageId" = m.id
  where w.until > ${now}`

const MESSAGE = {
  position: 'm.id',
  id: 'm.id',
  at: 'm."sentAt"',
  text: 'm.message',
  editedAt: 'm."editedAt"',
  deletedAt: 'm."deletedAt"',
  media: `array_remove(array[m."mediaId"], null)`,
}

/**
 * Selects a message of a chat, with the ten messages before and after it, and on request the newest hundred of the chat.
 */
export const selectChatParts = (
  { subjectId, parentId }: ReportedSubject,
  { now, lastHundred }: { now: Date; lastHundred: boolean },
) => {
  const target = sql`${subjectId}::bigint`
  const wide = lastHundred
    ? sql`union (select id from chat_messages where "chatId" = ${parentId} order by id desc limit ${EVIDENCE_WIDE})`
    : sql``
  return selectParts(sql`
    with near as (
      (select id from chat_messages where "chatId" = ${parentId} and id <= ${target} order by id desc limit ${EVIDENCE_AROUND + 1})
      union
      (select id from chat_messages where "chatId" = ${parentId} and id > ${target} order by id limit ${EVIDENCE_AROUND})
      ${wide}
    ), shown as (
      select m.*, m."senderId" as "memberId",
        case when m.id = ${target} then 'SUBJECT' when m.id < ${target} then 'BEFORE' else 'AFTER' end as role
      from near join chat_messages m on m.id = near.id
    )
    select ${partColumns({ ...MESSAGE, role: 'm.role', memberId: 'm."memberId"' })} from shown m
    union all ${selectEarlierWords('CHAT', now)}`)
}

/** Selects the ids of the messages that belong to the evidence of a post: the post and its newest comments. */
const selectPostIds = (postId: RawBuilder<unknown>) => sql`
  select ${postId} as id union
  (select id from group_messages where "parentId" = ${postId} order by id desc limit ${EVIDENCE_COMMENTS})`

/**
 * Selects the ids of the messages that belong to the evidence of a comment: its post, the comment and the comments around
 * it.
 */
const selectCommentIds = (target: RawBuilder<unknown>) => sql`
  select "parentId" as id from group_messages where id = ${target} union
  (select other.id from group_messages target join group_messages other on other."parentId" = target."parentId" and other.id <= target.id
    where target.id = ${target} order by other.id desc limit ${EVIDENCE_COMMENTS / 2 + 1}) union
  (select other.id from group_messages target join group_messages other on other."parentId" = target."parentId" and other.id > target.id
    where target.id = ${target} order by other.id limit ${EVIDENCE_COMMENTS / 2})`

/**
 * Selects a post with its newest comments, or a comment with its post and the comments around it, without those that a
 * block hides from the reporter. The caller has checked that the reporter may report the subject, or that the team has found
 * it, also of a member who has been suspended for long.
 */
export const selectGroupMessageParts = (
  { subjectId, parentId }: ReportedSubject,
  { member, now }: { member: Member; now: Date },
) => {
  const target = sql`${subjectId}::bigint`
  return selectParts(sql`
    with near as (
      select near.id from group_messages target
      cross join lateral (
        select id from (${selectPostIds(target)}) post where target."parentId" is null
        union all select id from (${selectCommentIds(target)}) comment where target."parentId" is not null
      ) near
      where target.id = ${target}
    ), shown as (
      select m.*, m."authorId" as "memberId",
        case when m.id = ${target} then 'SUBJECT' when m."parentId" is null then 'PARENT' else 'COMMENT' end as role
      from near join group_messages m on m.id = near.id and m."groupId" = ${parentId}
      join members author on author.id = m."authorId" and (
        ${isAuthorReportable('author', now)} or m.id = ${target} and author."heldUntil" is not null)
        and ${isReportableDespiteBlock(
          { me: sql`${member.id}::bigint`, now },
          { groupId: sql`m."groupId"`, authorId: sql`m."authorId"`, messageId: sql`m.id` },
        )}
    )
    select ${partColumns({ ...MESSAGE, role: 'm.role', memberId: 'm."memberId"' })}
    from shown m
    union all ${selectEarlierWords('GROUP', now)}`)
}
