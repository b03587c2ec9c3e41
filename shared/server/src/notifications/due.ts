import type { Id } from '@app/contract/base'
import type { NotificationKind } from '@app/contract/notifications'
import type { AnyEnvelope, UnsignedPush } from '@app/contract/pushes'
import { type RawBuilder, sql } from 'kysely'
import { hasBlocked } from '../policies/blocking.ts'
import { ignores } from '../policies/ignoring.ts'

/** Devices show a notification at the earliest this long after the push: the member may be reading already. */
export const NOTIFICATION_DELAY_MS = 5_000

/**
 * A chat whose notification was handled causes another one after this time although its message was not read, for example
 * because it was deleted: deleting and sending messages again must not make a device ring each time.
 */
const CHAT_REPEAT_SECONDS = 60 * 60

/** The subject of a notification that a member's devices may show; `messageId` detects repeated deliveries. */
type Candidate = { memberId: Id; kind: NotificationKind; subjectId: Id; messageId: Id | null }
/** A post in a group, some of whose members may want notifications about it. */
type GroupCandidate = { groupId: Id; authorId: Id; messageId: Id }

export type Candidates = { members: Candidate[]; groups: GroupCandidate[] }

/**
 * Returns the subject of the notification that a push to one member may cause, null if none. Only the first unread
 * message of a chat causes one.
 */
function findCandidate(push: UnsignedPush): Omit<Candidate, 'memberId'> | null {
  switch (push.type) {
    case 'chat:message':
      return push.message.mine || push.newMessages !== 1
        ? null
        : { kind: 'CHAT', subjectId: push.chatId, messageId: push.message.id }
    case 'invite:answered':
      return push.answer === 'ACCEPTED' && push.chat?.createdByMe
        ? { kind: 'CHAT', subjectId: push.chatId, messageId: null }
        : null
    case 'invite:new':
      return push.chat.createdByMe ? null : { kind: 'INVITE', subjectId: push.chat.chatId, messageId: null }
    case 'event:changed':
      return push.change === 'SEAT' ? { kind: 'SEAT', subjectId: push.event.id, messageId: null } : null
    default:
      return null
  }
}

/** Returns the subjects of the notifications that these envelopes may cause. */
export function listCandidates(envelopes: AnyEnvelope[]): Candidates {
  const candidates: Candidates = { members: [], groups: [] }
  for (const envelope of envelopes) {
    const { push } = envelope
    if ('to' in envelope) {
      const candidate = findCandidate(push)
      if (candidate) candidates.members.push(...envelope.to.map((memberId) => ({ memberId, ...candidate })))
    } else if ('group' in envelope && push.type === 'group:message' && envelope.author !== null) {
      candidates.groups.push({ groupId: envelope.group, authorId: envelope.author, messageId: push.message.id })
    }
  }
  return candidates
}

export const hasCandidates = ({ members, groups }: Candidates): boolean => members.length > 0 || groups.length > 0

/**
 * Returns SQL that inserts the due notifications of members with a subscribed device. A notification about a group that
 * was sent before is due again only after the member has read the post that caused it; one about a chat also after
 * `CHAT_REPEAT_SECONDS`. If the member has read the chat of
 * a pending notification, a new message restarts the delay, but never makes the notification due earlier than before,
 * for example within quiet hours.
 */
export const insertDue = ({ members, groups }: Candidates, dueAt: Date): RawBuilder<unknown> => sql`
  insert into notifications as n ("memberId", kind, "subjectId", "messageId", "dueAt")
  select distinct on ("memberId", kind, "subjectId") "memberId", kind, "subjectId", "messageId", ${dueAt}::timestamptz
  from (
    select * from unnest(
      ${members.map(({ memberId }) => memberId)}::bigint[], ${members.map(({ kind }) => kind)}::text[],
      ${members.map(({ subjectId }) => subjectId)}::bigint[], ${members.map(({ messageId }) => messageId)}::bigint[])
      one("memberId", kind, "subjectId", "messageId")
    union all
    select gm."memberId", 'GROUP', post."groupId", post."messageId"
    from unnest(
      ${groups.map(({ groupId }) => groupId)}::bigint[], ${groups.map(({ authorId }) => authorId)}::bigint[],
      ${groups.map(({ messageId }) => messageId)}::bigint[]) post("groupId", "authorId", "messageId")
    join notifying_groups gm on gm."groupId" = post."groupId" and gm."memberId" <> post."authorId"
    where not ${ignores(sql`gm."memberId"`, sql`post."authorId"`)}
      and not ${hasBlocked(sql`post."authorId"`, sql`gm."memberId"`)}
  ) candidate
  where exists (select from push_subscriptions where "memberId" = candidate."memberId")
  order by "memberId", kind, "subjectId", "messageId"
  on conflict ("memberId", kind, "subjectId") do update
  set "dueAt" = case when n."handledAt" is null then greatest(n."dueAt", excluded."dueAt") else excluded."dueAt" end,
    attempts = case when n."handledAt" is null then n.attempts else 0 end,
    "messageId" = excluded."messageId", "handledAt" = null
  where n."messageId" is distinct from excluded."messageId"
    and (n."handledAt" is not null or (n.kind = 'CHAT' and coalesce(n."messageId" < excluded."messageId", true)))
    and (n.kind <> 'CHAT' or n."handledAt" is null or n."messageId" is null
      or n."handledAt" <= ${dueAt}::timestamptz - make_interval(secs => ${CHAT_REPEAT_SECONDS}) or exists (
        select from chat_members cm
        where cm."chatId" = n."subjectId" and cm."memberId" = n."memberId" and cm."lastReadId" >= n."messageId"))
    and (n.kind <> 'GROUP' or exists (
      select from group_members gm
      where gm."groupId" = n."subjectId" and gm."memberId" = n."memberId" and gm."lastReadId" >= n."messageId"))`
