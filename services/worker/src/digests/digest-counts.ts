import { countNewMatches } from '@app/server/members/saved-searches'
import { isAcceptanceUnread } from '@app/server/policies/chats'
import { IS_CANCELED, joinEventRelations, shouldNotify } from '@app/server/policies/events'
import { isInviteOpen } from '@app/server/policies/group-invites'
import { isBlockedPair } from '@app/server/policies/ignoring'
import { actingPartyId, isVisibleMember } from '@app/server/policies/team'
import { type RawBuilder, sql } from 'kysely'
import { type DigestCounts, REASONS, TOPICS } from './digest-content.ts'
import type { Today } from './today.ts'

/** The period that a first digest covers, except for what is unread. Later ones begin with the previous digest. */
const FIRST_PERIOD = '1 day'
/** The maximum age of news, of new and changed events, and of new members in saved searches. */
const LONGEST_PERIOD = '7 days'

/**
 * Selects the readers: the reachable members of a batch, each with the time up to which earlier digests have reported.
 * Rejected and dropped digests do not count, since their recipients did not receive them. Email address, settings and
 * seen news belong to the account, everything else to the acting party: an admin's digest covers the chats and groups
 * of the team.
 */
const selectReaders = (memberIds: string[], day: string, now: Date) => sql`
  select m.id as "memberId", ${sql.raw(actingPartyId('m'))} as party, m."wantsChatMail", m."wantsEventMail", m."wantsNewsMail", m."newsSeenId",
    coalesce(previous.at, '-infinity') as "reportedUntil",
    greatest(coalesce(previous.at, ${now}::timestamptz - interval ${sql.lit(FIRST_PERIOD)}), m."registeredAt",
      ${now}::timestamptz - interval ${sql.lit(LONGEST_PERIOD)}) as since
  from members m
  left join lateral (
    select "toldAt" as at from digests where "memberId" = m.id and digests.day < ${day} and state in ('SENDING', 'SENT')
    order by digests.day desc limit 1) previous on true
  where m.id = any(${memberIds}::bigint[]) and m."deletedAt" is null
    and not exists (select from dead_addresses where "addressKey" = m."emailKey")`

const PARTY = sql`r.party`

const acceptances = sql.raw(`count(*) filter (where ${isAcceptanceUnread('c', 'own')})`)

/**
 * The unread messages in chats that have changed since the last digest, and the unread acceptances of the reader's
 * invites, which the unread counts of the chats include.
 */
const UNREAD_CHATS = sql`
  select r."memberId", (sum(own.unread) - ${acceptances})::int as messages, ${acceptances}::int as acceptances
  from reader r
  join chat_members own on own."memberId" = r.party and own.folder = 'CHATS' and own.unread > 0 and own."lastUpdate" > r."reportedUntil"
  join chats c on c.id = own."chatId" and not c."creatorIgnores" and not c."invitedIgnores"
  where r."wantsChatMail" group by r."memberId"`

const INVITES = sql`
  select r."memberId", count(*)::int as invites
  from reader r
  join chat_members own on own."memberId" = r.party and own.folder = 'INVITES' and own."lastUpdate" > r."reportedUntil"
  join chats c on c.id = own."chatId" and not c."creatorIgnores" and not c."invitedIgnores"
  where r."wantsChatMail" group by r."memberId"`

const GROUP_INVITES = sql`
  select r."memberId", count(*)::int as "groupInvites"
  from reader r
  join group_invites i on i."recipientId" = r.party and i."sentAt" > r."reportedUntil" and ${isInviteOpen}
  where r."wantsChatMail" group by r."memberId"`

/** The groups with an unread post by a visible author who does not form a blocked pair with the reader. */
const UNREAD_GROUPS = sql`
  select r."memberId", count(*)::int as groups
  from reader r
  join group_members gm on gm."memberId" = r.party and not gm.held
  join groups g on g.id = gm."groupId" and g.posts > gm."readPosts" and g."lastUpdate" > r."reportedUntil"
  where r."wantsChatMail" and exists (
    select from group_messages post join members author on author.id = post."authorId" and ${sql.raw(isVisibleMember('author'))}
    where post."groupId" = g.id and post."parentId" is null and post."deletedAt" is null
      and post.id > coalesce(gm."lastReadId", 0) and post."sentAt" > greatest(r."reportedUntil", gm."joinedAt")
      and author.id <> r.party and not ${isBlockedPair(sql`author.id`, PARTY)})
  group by r."memberId"`

/** New public events, new events of the reader's groups, and answered events, before visibility is checked. */
const CANDIDATE_EVENTS = sql`
  select r."memberId", e.id from reader r
    join recent e on e."groupId" is null and e."createdAt" > r.since where r."wantsEventMail"
  union
  select r."memberId", e.id from reader r join group_members gm on gm."memberId" = r.party and not gm.held
    join recent e on e."groupId" = gm."groupId" and e."createdAt" > r.since where r."wantsEventMail"
  union
  select r."memberId", a."eventId" from reader r join event_answers a on a."memberId" = r.party where r."wantsEventMail"`

/**
 * Counts new, changed and today's events. An answered event is not new, and a change that had its own email does not
 * count. Leaves out events by authors with whom the reader forms a blocked pair, even if the reader is an admin of the
 * event's group and sees them there.
 */
const selectEvents = (now: Date, midnight: Date) => sql`
  select r."memberId",
    (count(*) filter (where mine.answer is null and e."authorId" is distinct from ${PARTY} and e."createdAt" > r.since))::int
      as "newEvents",
    (count(*) filter (where mine.answer is not null and e."authorId" is distinct from ${PARTY}
      and e."createdAt" <= r.since and e."changedAt" > greatest(r.since, mine."answeredAt") and not exists (
        select from mails where mails."eventId" = e.id and mails."memberId" = r."memberId" and mails.kind = 'EVENT_CHANGED'
          and mails."createdAt" > r.since)))::int as "changedEvents",
    (count(*) filter (where mine.answer in ('YES', 'MAYBE') and e."eventTime" < ${midnight}))::int as "eventsToday"
  from candidate join reader r using ("memberId") join events e using (id) ${joinEventRelations(PARTY)}
  where not ${IS_CANCELED} and e."eventTime" > ${now} and ${shouldNotify(PARTY)} and not ${isBlockedPair(sql`e."authorId"`, PARTY)}
  group by r."memberId"`

/** The news that the reader has not seen and no earlier digest has reported. */
const UNSEEN_NEWS = sql`
  select r."memberId", count(*)::int as news
  from reader r join news n on n."publishedAt" > r.since and n.id > coalesce(r."newsSeenId", 0)
    and n."authorId" is distinct from ${PARTY}
  where r."wantsNewsMail" and not ${isBlockedPair(sql`n."authorId"`, PARTY)}
  group by r."memberId"`

/**
 * Counts the new members in each saved search that the reader includes in digests, since the last digest and the last
 * opening of the search. Selects only the largest count, so that the email does not reveal which search it is.
 */
const selectNewMatches = (today: Today) => sql`
  select "memberId", max(count) as searches from (
    select search."memberId", ${countNewMatches('search', today)} as count from (
      select r."memberId", r.party as "viewerId", saved.filter, greatest(saved."openedAt", r.since) as since
      from reader r join saved_searches saved on saved."memberId" = r."memberId" and saved."inDigest") search) counted
  group by "memberId"`

export type MemberDigestCounts = DigestCounts & { memberId: string }

/**
 * Selects the digest counts of a batch of members in one statement. They cover what is unread or new since the last
 * digest, and today's events, if visible to the member and of a wanted kind. Members without such items are left out.
 */
export const selectDigestCounts = (
  memberIds: string[],
  today: Today,
): RawBuilder<MemberDigestCounts> => sql<MemberDigestCounts>`
  with reader as materialized (${selectReaders(memberIds, today.day, today.now)}),
  recent as materialized (
    select id, "groupId", "createdAt" from events
    where "changedAt" > ${today.now}::timestamptz - interval ${sql.lit(LONGEST_PERIOD)} and "cancelledAt" is null and "eventTime" > ${today.now}),
  candidate as (${CANDIDATE_EVENTS})
  select "memberId", ${sql.join(TOPICS.map((topic) => sql`coalesce(${sql.ref(topic)}, 0) as ${sql.ref(topic)}`))}
  from (${UNREAD_CHATS}) unread_counts
  full join (${UNREAD_GROUPS}) group_counts using ("memberId")
  full join (${INVITES}) invite_counts using ("memberId")
  full join (${GROUP_INVITES}) group_invite_counts using ("memberId")
  full join (${selectEvents(today.now, today.midnight)}) event_counts using ("memberId")
  full join (${UNSEEN_NEWS}) news_counts using ("memberId")
  left join (${selectNewMatches(today)}) search_counts using ("memberId")
  where greatest(${sql.join(REASONS.map((topic) => sql.ref(topic)))}) > 0`
