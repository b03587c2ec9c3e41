import type { EventInfo, EventResponse } from '@app/contract/events'
import type { DatabaseTransaction } from '@app/server/db/database'
import type { MemberTx } from '@app/server/delivery/transact'
import { insertEventMails } from '@app/server/events/mails'
import { deleteMemberAnswers } from '@app/server/events/seats'
import { VIEWED_EVENT_COLUMNS } from '@app/server/events/views'
import { notifyViewerOfMessage } from '@app/server/groups/messages'
import { isHiddenAnswer, joinEventRelations, joinHiddenAnswers } from '@app/server/policies/events'
import { sql } from 'kysely'

/** The author of events, and another member who answered them or is in their groups. */
type Pair = { authorId: string; otherId: string }

/**
 * Locks the author's upcoming events that the other member answered or that belong to a group of that member, and the
 * other member's upcoming events that the author answered.
 */
const lockEventsBetween = ({ db, now }: MemberTx, { authorId, otherId }: Pair) =>
  sql`
  select from events e where "eventTime" > ${now()} and (
    "authorId" = ${authorId} and (
      exists (select from event_answers where "eventId" = e.id and "memberId" = ${otherId})
      or exists (select from group_members where "groupId" = e."groupId" and "memberId" = ${otherId}))
    or "authorId" = ${otherId} and exists (select from event_answers where "eventId" = e.id and "memberId" = ${authorId}))
  order by id for no key update`.execute(db)

type CallOff = {
  eventId: string
  /** False if the event was canceled before. */
  isNew: boolean
  /** The message that announces the event in its group. */
  messageId: string | null
  /** The answer of the member to whom it now looks canceled. */
  answer: EventResponse | 'WAITING' | null
  /** The author's own answer, which the stored copy no longer counts. */
  authorAnswer: EventResponse | 'WAITING' | null
}

/**
 * Makes the author's upcoming events look canceled to the other member from now on: public ones that this member
 * answered, and events of groups in which they are not an admin. Stores a copy of each event, because this member sees
 * no later change. The counts of the copy omit the author's own answer, as after a deletion of the account, but include
 * the member's.
 */
async function insertCallOffs({ db, now }: MemberTx, { authorId, otherId }: Pair): Promise<CallOff[]> {
  const viewer = sql`${otherId}::bigint`
  const { rows } = await sql<CallOff>`
    with off as (
      insert into event_call_offs ("eventId", "memberId", "calledOffAt", answer, "answeredAt", turn, "waitingPlace", title,
        description, place, "eventTime", "paidEvent", capacity, "participantsShownTo", sequence, coming, interested, waiting)
      select e.id, ${viewer}, coalesce(e."cancelledAt", ${now()}), mine.answer, mine."answeredAt", mine.turn,
        case when mine.answer = 'WAITING' then (select count(*)::int from event_answers before
          where before."eventId" = e.id and before.answer = 'WAITING' and before.turn <= mine.turn
            and not ${isHiddenAnswer(sql`before."memberId"`, viewer)}) end,
        e.title, e.description, e.place, e."eventTime", e."paidEvent", e.capacity, e."participantsShownTo",
        e.sequence + (e."cancelledAt" is null)::int, e.coming - coalesce(("authorAnswer".answer = 'YES')::int, 0),
        e.interested - coalesce(("authorAnswer".answer = 'MAYBE')::int, 0), e.waiting - coalesce(("authorAnswer".answer = 'WAITING')::int, 0)
      from events e
      left join group_members gm on gm."groupId" = e."groupId" and gm."memberId" = ${viewer} and not gm.held
      left join event_answers mine on mine."eventId" = e.id and mine."memberId" = ${viewer}
      left join event_answers "authorAnswer" on "authorAnswer"."eventId" = e.id and "authorAnswer"."memberId" = ${authorId}
      where e."authorId" = ${authorId} and e."eventTime" > ${now()}
        and case when e."groupId" is null then mine.answer is not null else not gm.admin end
      on conflict do nothing returning "eventId", answer)
    select off."eventId"::text, off.answer, e."cancelledAt" is null as "isNew", e."groupMessageId"::text as "messageId",
      "authorAnswer".answer as "authorAnswer"
    from off join events e on e.id = off."eventId"
    left join event_answers "authorAnswer" on "authorAnswer"."eventId" = e.id and "authorAnswer"."memberId" = ${authorId}
    order by e.id`.execute(db)
  return rows
}

/**
 * Notifies a member of called-off events like a cancellation: of the changed messages that announce them in groups and,
 * for events that the member answered, of the cancellation, with the counts at that moment.
 */
async function notifyCalledOff(tx: MemberTx, memberId: string, callOffs: CallOff[]): Promise<void> {
  const viewer = sql`${memberId}::bigint`
  const { rows } = await sql<EventInfo>`
    select ${VIEWED_EVENT_COLUMNS} from events e ${joinEventRelations(viewer)} ${joinHiddenAnswers(viewer)}
    where e.id = any(${callOffs.map(({ eventId }) => eventId)}::bigint[]) order by e.id`.execute(tx.db)
  for (const { eventId, messageId, answer, authorAnswer } of callOffs) {
    if (messageId) await notifyViewerOfMessage(tx, memberId, messageId)
    const row = rows.find(({ id }) => id === eventId)
    if (!row || answer === null) continue
    const event = {
      ...row,
      coming: row.coming + Number(authorAnswer === 'YES'),
      interested: row.interested + Number(authorAnswer === 'MAYBE'),
      waiting: row.waiting + Number(authorAnswer === 'WAITING'),
    }
    tx.notify([memberId], { type: 'event:changed', change: 'CANCELLED', event, mine: null })
  }
  const answered = callOffs.filter(({ answer }) => answer !== null)
  await insertEventMails(
    tx,
    'EVENT_CANCELLED',
    answered.map(({ eventId }) => ({ eventId, memberId })),
  )
}

/**
 * Applies a new block to the upcoming events of the acting member, who has just blocked the other, and of the other:
 * deletes their answers to each other's events, gives the freed seats to the queues, and makes the acting member's events
 * look canceled to the other. An admin of a group still sees its events. The caller holds the locks of both members and of
 * the groups that both are in.
 */
export async function callOffEvents(tx: MemberTx, otherId: string): Promise<void> {
  const pair = { authorId: tx.member.id, otherId }
  await lockEventsBetween(tx, pair)
  const callOffs = await insertCallOffs(tx, pair)
  const newCallOffs = callOffs.filter(({ isNew }) => isNew)
  if (newCallOffs.length > 0) await notifyCalledOff(tx, otherId, newCallOffs)
  await deleteMemberAnswers(tx, { memberId: otherId, authorId: tx.member.id })
  await deleteMemberAnswers(tx, { memberId: tx.member.id, authorId: otherId })
}

/**
 * Makes the events of a group look canceled to members who have joined it or are no longer its admins, if the author
 * blocked the member between the creation and the start of the event. Stores a copy of each event with the answer of a
 * former admin, because the member sees no later change.
 */
export const callOffEventsInGroups = (db: DatabaseTransaction, pairs: { groupId: string; memberId: string }[]) =>
  sql`
    insert into event_call_offs ("eventId", "memberId", "calledOffAt", answer, "answeredAt", turn, "waitingPlace", title,
      description, place, "eventTime", "paidEvent", capacity, "participantsShownTo", sequence, coming, interested, waiting)
    select e.id, pair."memberId", coalesce(e."cancelledAt", block."blockedAt"), mine.answer, mine."answeredAt", mine.turn,
      case when mine.answer = 'WAITING' then (select count(*)::int from event_answers before
        where before."eventId" = e.id and before.answer = 'WAITING' and before.turn <= mine.turn
          and not ${isHiddenAnswer(sql`before."memberId"`, sql`pair."memberId"`)}) end,
      e.title, e.description, e.place, e."eventTime", e."paidEvent", e.capacity, e."participantsShownTo",
      e.sequence + (e."cancelledAt" is null)::int,
      e.coming - coalesce(("authorAnswer".answer = 'YES')::int, 0), e.interested - coalesce(("authorAnswer".answer = 'MAYBE')::int, 0),
      e.waiting - coalesce(("authorAnswer".answer = 'WAITING')::int, 0)
    from unnest(${pairs.map(({ groupId }) => groupId)}::bigint[], ${pairs.map(({ memberId }) => memberId)}::bigint[])
      pair("groupId", "memberId")
    join group_members gm on gm."groupId" = pair."groupId" and gm."memberId" = pair."memberId" and not gm.admin
    join events e on e."groupId" = pair."groupId"
    join ignores block on block."ignorerId" = e."authorId" and block."ignoredId" = pair."memberId" and block.kind = 'BLOCK'
      and block."blockedAt" < e."eventTime" and e."createdAt" <= block."blockedAt"
    left join event_answers mine on mine."eventId" = e.id and mine."memberId" = pair."memberId"
    left join event_answers "authorAnswer" on "authorAnswer"."eventId" = e.id and "authorAnswer"."memberId" = e."authorId"
    on conflict do nothing`.execute(db)

/**
 * Deletes the copies of a group's events that were called off for a member before they became an admin. Admins see the
 * events themselves, so that one who is demoted needs new copies. The caller holds the group's lock.
 */
export const forgetCallOffs = (db: DatabaseTransaction, { groupId, memberId }: { groupId: string; memberId: string }) =>
  sql`
    delete from event_call_offs off using events e
    where off."memberId" = ${memberId} and e.id = off."eventId" and e."groupId" = ${groupId}`.execute(db)

/**
 * Applies the blocks of a demoted admin to the upcoming events of the group: notifies them of the events that now look
 * canceled to them, deletes their answers to events by members with whom they have a block, and gives the freed seats to
 * the queues. The caller holds the group's lock and has called `callOffEventsInGroups`.
 */
export async function leaveEventsOfBlocked(
  tx: MemberTx,
  { groupId, memberId }: { groupId: string; memberId: string },
): Promise<void> {
  const { rows: callOffs } = await sql<CallOff>`
    select e.id::text as "eventId", true as "isNew", null as "messageId", mine.answer, "authorAnswer".answer as "authorAnswer"
    from event_call_offs off join events e on e.id = off."eventId" and e."groupId" = ${groupId}
    join event_answers mine on mine."eventId" = e.id and mine."memberId" = off."memberId"
    left join event_answers "authorAnswer" on "authorAnswer"."eventId" = e.id and "authorAnswer"."memberId" = e."authorId"
    where off."memberId" = ${memberId} and e."cancelledAt" is null and e."eventTime" > ${tx.now()}
    order by e.id`.execute(tx.db)
  if (callOffs.length > 0) await notifyCalledOff(tx, memberId, callOffs)
  await deleteMemberAnswers(tx, { memberId, groupId, byBlocked: true })
}
