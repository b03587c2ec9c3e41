import {
  DISTRUST_PERIOD_MS,
  NEW_MEMBER_PERIOD_MS,
  TRUST_AGE_MS,
  TRUST_CHATS_MIN,
  TRUST_MESSAGES_MIN,
} from '@app/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { ago } from './ago.ts'

/** Returns a SQL predicate that checks whether a member wrote enough messages in the chat of the row `mine`. */
const hasWritten = (sender: string): RawBuilder<boolean> => sql`(
  select count(*) = ${TRUST_MESSAGES_MIN} from (
    select from chat_messages
    where "chatId" = mine."chatId" and "senderId" = ${sql.ref(sender)} limit ${TRUST_MESSAGES_MIN}) written)`

const hasChats: RawBuilder<boolean> = sql`(
  select count(*) = ${TRUST_CHATS_MIN} from (
    select from chat_members mine
    where mine."memberId" = members.id and ${hasWritten('mine.memberId')} and ${hasWritten('mine.otherId')}
    limit ${TRUST_CHATS_MIN}) chats)`

/**
 * Returns a SQL predicate that checks whether a measure against the member began or ends after `since`, except measures
 * of undone decisions. Warnings count only with `includesWarnings`.
 */
const hasRecentMeasure = (since: Date, includesWarnings = false): RawBuilder<boolean> => sql`exists (
  select from measures m join decisions d on d.id = m."decisionId"
  where m."memberId" = members.id and d."undoneAt" is null ${includesWarnings ? sql`` : sql`and m.kind <> 'WARN'`}
    and (m."from" > ${since} or coalesce(m."endedAt", m.until) > ${since}))`

const hasReportedInBadFaith = (since: Date): RawBuilder<boolean> => sql`exists (
  select from reports bad where bad."reporterId" = members.id and bad.abusive and bad."abusiveAt" > ${since})`

/**
 * Returns a SQL predicate that checks whether the row of `members` is trusted: registered for a while, with a photo or a
 * badge, with chats in which both have written, and without a measure or a report in bad faith for a while. It is
 * computed each time and stored nowhere.
 */
export const isTrusted = (now: Date): RawBuilder<boolean> => sql`(
  members.level = 'BASIC' and members."deletedAt" is null and members."registeredAt" <= ${ago(now, TRUST_AGE_MS)}
  and (members."profilePhotoId" is not null or 'VERIFIED' = any(members.badges))
  and not ${hasRecentMeasure(ago(now, DISTRUST_PERIOD_MS), true)} and not ${hasReportedInBadFaith(ago(now, DISTRUST_PERIOD_MS))}
  and ${hasChats})`

/**
 * Returns a SQL predicate that checks whether two members know each other: they have or had a chat or an invite, share a
 * group or have both written in one, or one has verified the other.
 */
export const areRelated = (one: string, other: string): RawBuilder<boolean> => {
  const [first, second] = [sql.ref(one), sql.ref(other)]
  return sql`(
    exists (select from chat_members c where c."memberId" = ${first} and c."otherId" = ${second})
    or exists (
      select from group_members mine join group_members theirs on theirs."groupId" = mine."groupId"
      where mine."memberId" = ${first} and theirs."memberId" = ${second})
    or exists (
      select from group_messages mine where mine."authorId" = ${first} and mine."groupId" in (
        select theirs."groupId" from group_messages theirs where theirs."authorId" = ${second}))
    or exists (
      select from verifications v
      where (v."memberId" = ${first} and v."verifierId" = ${second})
        or (v."memberId" = ${second} and v."verifierId" = ${first})))`
}

/**
 * The trust in a member who writes first. NEW: registered recently, or under a measure other than a warning within
 * DISTRUST_PERIOD_MS.
 */
export type Trust = 'NEW' | 'KNOWN' | 'TRUSTED'

/** Computes the trust in a member. */
export async function readTrust(db: Database, memberId: string, now: Date): Promise<Trust> {
  const { rows } = await sql<{ trust: Trust }>`
    select case
      when members."registeredAt" > ${ago(now, NEW_MEMBER_PERIOD_MS)} or ${hasRecentMeasure(ago(now, DISTRUST_PERIOD_MS))} then 'NEW'
      when ${isTrusted(now)} then 'TRUSTED' else 'KNOWN' end as trust
    from members where members.id = ${memberId}`.execute(db)
  return rows[0]?.trust ?? 'NEW'
}
