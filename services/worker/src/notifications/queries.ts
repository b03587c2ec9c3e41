import type { Id } from '@app/contract/base'
import { type NotificationKind, QUIET_HOURS_DEFAULT, type QuietHours } from '@app/contract/notifications'
import type { Language } from '@app/contract/text/language'
import type { Database } from '@app/server/db/database'
import { hasBlocked } from '@app/server/policies/blocking'
import { EVENT_TIME, IS_CANCELED, joinEventRelations, OWN_ANSWER, shouldNotify } from '@app/server/policies/events'
import { ignores } from '@app/server/policies/ignoring'
import { isVisibleMember } from '@app/server/policies/team'
import { type RawBuilder, sql } from 'kysely'

/** The maximum number of members whose notifications are sent together. */
export const BATCH_SIZE = 100
/** A notification whose worker was killed is due again after this time. */
const CLAIM_MS = 60_000
/** The maximum number of earlier notifications that one notification asks the device to close. */
const STALE_MAX = 5

export type Subject = { kind: NotificationKind; subjectId: Id }

/** A claimed notification, with the message that has caused it; null if none has. */
export type DueNotification = Subject & { messageId: Id | null; attempts: number }

/** A device that shows notifications, with the keys that encrypt them. */
export type Device = { id: string; endpoint: string; p256dh: string; auth: string }

/** The due notifications of one member. */
export type DueMember = {
  memberId: Id
  language: Language
  quietHours: QuietHours | null
  /** The due notifications that are still relevant and of a kind that the member wants. */
  due: DueNotification[]
  /** The subjects of earlier notifications that are no longer relevant or wanted. */
  stale: Subject[]
  devices: Device[]
}

/**
 * Returns a SQL predicate that checks whether the notification `n` is still relevant, such as an unread chat, and of a
 * kind that the member wants. A group is relevant with an unread post by somebody whom the member does not ignore, and
 * with whom the member has no block. A seat is relevant under the conditions of the email about it. If the message that
 * caused it was read, later ones cause a notification of their own, which the gateway records a moment after they are
 * visible.
 */
const isStillRelevant = (
  n: RawBuilder<unknown>,
  preferences: RawBuilder<unknown>,
  now: Date,
): RawBuilder<boolean> => sql`
  case ${n}.kind
    when 'CHAT' then coalesce(${preferences}.messages, true) and exists (
      select from chat_members own join chats c on c.id = own."chatId"
      where own."chatId" = ${n}."subjectId" and own."memberId" = ${n}."memberId" and own.folder = 'CHATS' and own.unread > 0
        and (own."lastReadId" < ${n}."messageId") is not false
        and not c."creatorIgnores" and not c."invitedIgnores")
    when 'INVITE' then coalesce(${preferences}.invites, false) and exists (
      select from chat_members own join chats c on c.id = own."chatId"
      where own."chatId" = ${n}."subjectId" and own."memberId" = ${n}."memberId" and own.folder = 'INVITES'
        and not c."creatorIgnores" and not c."invitedIgnores")
    when 'SEAT' then coalesce(${preferences}.seats, false) and exists (
      select from events e ${joinEventRelations(sql`${n}."memberId"`)}
      where e.id = ${n}."subjectId" and ${OWN_ANSWER} = 'YES' and not ${IS_CANCELED} and ${EVENT_TIME} > ${now}
        and ${shouldNotify(sql`${n}."memberId"`)})
    else exists (
      select from notifying_groups wanted
      join group_members own on own."groupId" = wanted."groupId" and own."memberId" = wanted."memberId" and not own.held
      join group_messages post on post."groupId" = own."groupId" and post."parentId" is null and post."deletedAt" is null
        and post.id > coalesce(own."lastReadId", 0)
      join members author on author.id = post."authorId"
      where wanted."groupId" = ${n}."subjectId" and wanted."memberId" = ${n}."memberId" and author.id <> ${n}."memberId"
        and ${sql.raw(isVisibleMember('author'))} and not ${ignores(sql`${n}."memberId"`, sql`author.id`)}
        and not ${hasBlocked(sql`author.id`, sql`${n}."memberId"`)})
  end`

/**
 * Claims the due notifications of a batch of members for this worker. Deletes those that are no longer relevant or
 * wanted. Returns an empty list if none is due. The lock of each member lets a single worker claim all of the member's
 * notifications, which it sends as one.
 */
export async function claimDue(db: Database, now: Date): Promise<DueMember[]> {
  const { rows } = await sql<DueMember>`
    with batch as materialized (
      select "memberId" from (
        select distinct "memberId" from (
          select "memberId" from notifications where "handledAt" is null and "dueAt" <= ${now}
          order by "dueAt" limit ${sql.lit(BATCH_SIZE)}) earliest
        offset 0) candidate
      where pg_try_advisory_xact_lock(hashtextextended('notifications:' || "memberId", 0))
    ), due as materialized (
      select "memberId", kind, "subjectId", "messageId", attempts + 1 as attempts from notifications
      where "handledAt" is null and "dueAt" <= ${now} and "memberId" in (select "memberId" from batch)
      order by "memberId", kind, "subjectId"
      for update skip locked
    ), checked as materialized (
      select due.*, member."deletedAt" is null and ${isStillRelevant(sql`due`, sql`preferences`, now)} as waiting
      from due join members member on member.id = due."memberId"
      left join notification_preferences preferences on preferences."memberId" = due."memberId"
    ), claimed as (
      update notifications n set "dueAt" = ${new Date(now.getTime() + CLAIM_MS)}, attempts = checked.attempts from checked
      where checked.waiting and n."memberId" = checked."memberId" and n.kind = checked.kind
        and n."subjectId" = checked."subjectId"
    ), dropped as (
      delete from notifications n using checked
      where not checked.waiting and n."memberId" = checked."memberId" and n.kind = checked.kind
        and n."subjectId" = checked."subjectId"
    )
    select member.id::text as "memberId", member.language,
      case when preferences."memberId" is null then ${JSON.stringify(QUIET_HOURS_DEFAULT)}::json
        when preferences."quietFrom" is not null
        then json_build_object('from', preferences."quietFrom", 'to', preferences."quietTo") end as "quietHours",
      coalesce((select json_agg(json_build_object('kind', kind, 'subjectId', "subjectId"::text, 'messageId', "messageId"::text, 'attempts', attempts))
        from checked where "memberId" = member.id and waiting), '[]') as due,
      coalesce((select json_agg(stale) from (
        select n.kind, n."subjectId"::text as "subjectId" from notifications n
        where n."memberId" = member.id and n."handledAt" is not null and not ${isStillRelevant(sql`n`, sql`preferences`, now)}
        order by n."handledAt" desc limit ${sql.lit(STALE_MAX)}) stale), '[]') as stale,
      coalesce((select json_agg(json_build_object('id', id::text, 'endpoint', endpoint,
          'p256dh', encode(p256dh, 'base64'), 'auth', encode(auth, 'base64')))
        from push_subscriptions where "memberId" = member.id), '[]') as devices
    from members member left join notification_preferences preferences on preferences."memberId" = member.id
    where member.id in (select "memberId" from checked)`.execute(db)
  return rows
}

/**
 * Returns a SQL predicate that checks whether the notification `n` is one of these claimed ones, and whether no later
 * message has made it due again since.
 */
const isOneOf = (memberId: Id, claimed: DueNotification[]): RawBuilder<boolean> => sql`
  n."memberId" = ${memberId} and exists (
    select from unnest(
      ${claimed.map(({ kind }) => kind)}::text[], ${claimed.map(({ subjectId }) => subjectId)}::bigint[],
      ${claimed.map(({ messageId }) => messageId)}::bigint[]) claimed(kind, "subjectId", "messageId")
    where claimed.kind = n.kind and claimed."subjectId" = n."subjectId"
      and claimed."messageId" is not distinct from n."messageId")`

/** Marks notifications as handled, so that they are not sent again. */
export const markHandled = (db: Database, memberId: Id, claimed: DueNotification[], now: Date) =>
  sql`update notifications n set "handledAt" = ${now} where ${isOneOf(memberId, claimed)}`.execute(db)

/** Defers notifications. `attempts` is reset unless sending has failed. */
export const defer = (
  db: Database,
  memberId: Id,
  claimed: DueNotification[],
  { until, failed }: { until: Date; failed: boolean },
) =>
  sql`
    update notifications n set "dueAt" = ${until}, attempts = case when ${failed} then attempts else 0 end
    where n."handledAt" is null and ${isOneOf(memberId, claimed)}`.execute(db)

export const deleteStale = (db: Database, memberId: Id, subjects: Subject[]) =>
  sql`
    delete from notifications n
    where n."memberId" = ${memberId} and n."handledAt" is not null and (n.kind, n."subjectId") in (
      select * from unnest(
        ${subjects.map(({ kind }) => kind)}::text[], ${subjects.map(({ subjectId }) => subjectId)}::bigint[]))`.execute(
    db,
  )

export const deleteDevice = (db: Database, id: string) =>
  db.deleteFrom('push_subscriptions').where('id', '=', id).execute()

/**
 * Deletes notifications that were handled by the time `read` and are no longer relevant or wanted, and all that were
 * handled by the time `unread`. Returns their number.
 */
export async function deleteHandledNotifications(
  db: Database,
  now: Date,
  { read, unread }: Record<'read' | 'unread', Date>,
) {
  const { numAffectedRows } = await sql`
    delete from notifications n where n."handledAt" <= ${read} and (n."handledAt" <= ${unread} or not (
      select ${isStillRelevant(sql`n`, sql`preferences`, now)} from members member
      left join notification_preferences preferences on preferences."memberId" = member.id
      where member.id = n."memberId"))`.execute(db)
  return Number(numAffectedRows)
}
