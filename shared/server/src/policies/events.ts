import { type RawBuilder, sql } from 'kysely'
import type { Member } from '../context.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { lockActor } from './actors.ts'
import { selectBlocks } from './blocking.ts'
import { ignores, isBlockedPair } from './ignoring.ts'
import { isVisibleMember } from './team.ts'

/** An event as the policy sees it, and the relation of one member to it. */
export type EventRow = {
  id: string
  groupId: string | null
  authorId: string | null
  eventTime: string
  capacity: number | null
  coming: number
  waiting: number
  participantsShown: boolean
  cancelled: boolean
  visible: boolean
  access: 'PUBLIC' | 'MEMBER' | 'OPEN_GROUP' | 'NO_ACCESS'
  host: boolean
  /** Whether the member is an admin of the event's group, who sees all participants. */
  admin: boolean
  /** The time since which the event looks canceled to the member; null if it does not. */
  calledOffAt: string | null
  answer: 'YES' | 'MAYBE' | 'WAITING' | null
}

/** find: learn that the event exists. read: view it. answer: respond to it. change: edit it. cancel: cancel it. */
export type EventAction = 'find' | 'read' | 'answer' | 'change' | 'cancel'

/**
 * Returns the SQL joins of the member `me` with the event `e` that the other fragments of this file need. If the author
 * has blocked `me`, a row of `off` stores the event as it was at that time, and makes it look canceled to `me`, unless `me`
 * has blocked the author in turn and sees nothing of the event.
 */
export const joinEventRelations = (me: RawBuilder<unknown>) => sql`
  left join members author on author.id = e."authorId"
  left join groups g on g.id = e."groupId"
  left join group_members gm on gm."groupId" = e."groupId" and gm."memberId" = ${me} and not gm.held
  left join event_answers mine on mine."eventId" = e.id and mine."memberId" = ${me}
  left join event_call_offs off on off."eventId" = e.id and off."memberId" = ${me} and gm.admin is distinct from true
    and not ${ignores(me, sql`e."authorId"`)}`

/** Whether the event looks canceled to the member since a block, even if its author changes it. */
export const IS_CALLED_OFF = sql<boolean>`(off."eventId" is not null)`
/** Whether the event is canceled, or looks so to the member. */
export const IS_CANCELED = sql<boolean>`(e."cancelledAt" is not null or off."eventId" is not null)`
/** The start of the event as the member sees it. */
export const EVENT_TIME = sql<string>`coalesce(off."eventTime", e."eventTime")`
/** The answer of the member; null if there is none. */
export const OWN_ANSWER = sql<
  EventRow['answer']
>`case when e."groupId" is null or gm."memberId" is not null then coalesce(mine.answer, off.answer) else mine.answer end`
const PARTICIPANTS_SHOWN_TO = sql`coalesce(off."participantsShownTo", e."participantsShownTo")`

/**
 * Returns a SQL predicate that checks whether an answer is hidden from `viewer`, because one of the two has blocked the
 * other. The subquery does not depend on the answer, so it is executed once per statement.
 */
export const isHiddenAnswer = (memberId: RawBuilder<unknown>, viewer: RawBuilder<unknown>) =>
  sql<boolean>`((${memberId} in (${selectBlocks(viewer)})) is true)`

/**
 * Returns a SQL join of the numbers of answers that the counts of the event `e` must leave out for `me`, as
 * `hidden.coming`, `hidden.interested` and `hidden.waiting`. Admins of the group see all.
 */
export const joinHiddenAnswers = (me: RawBuilder<unknown>) => sql`
  cross join lateral (
    select (count(*) filter (where other.answer = 'YES'))::int as coming,
      (count(*) filter (where other.answer = 'MAYBE'))::int as interested,
      (count(*) filter (where other.answer = 'WAITING'))::int as waiting
    from event_answers other where other."eventId" = e.id and gm.admin is distinct from true
      and exists (${selectBlocks(me)}) and ${isHiddenAnswer(sql`other."memberId"`, me)}
      and (off."eventId" is null or other."answeredAt" <= off."calledOffAt" and other."memberId" is distinct from e."authorId")
  ) hidden`

/**
 * Returns a SQL predicate that checks whether `me` is a host of the event: its author, or an admin of its group.
 * Members who have left the group are not hosts of its events.
 */
export const isHost = (me: RawBuilder<unknown>) => sql<boolean>`case when e."groupId" is null
  then e."authorId" is not distinct from ${me}
  else gm."memberId" is not null and (gm.admin or e."authorId" is not distinct from ${me}) end`

/**
 * Returns a SQL predicate that checks that the author is visible, unless the event is canceled or has no author, and
 * that the author and `me` are not a blocked pair, unless `me` is an admin of the group. Always true for an event that
 * was called off for `me`, which is shown without its author.
 */
const isAuthorVisible = (
  me: RawBuilder<unknown>,
) => sql<boolean>`(${IS_CALLED_OFF} or (e."cancelledAt" is not null or author.id is null or ${sql.raw(isVisibleMember('author'))})
  and ((gm.admin is not distinct from true) or not ${isBlockedPair(sql`e."authorId"`, me)}))`

/** Returns a SQL predicate that checks whether the team has removed the event and `me` is not its author, who still sees it. */
export const isRemovedFor = (me: RawBuilder<unknown>) =>
  sql<boolean>`(e."removedBy" is not null and e."authorId" is distinct from ${me})`

const hasStarted = (now: Date) => sql<boolean>`${EVENT_TIME} <= ${now}`

/**
 * Returns a SQL predicate that checks whether lists contain an event. They contain a canceled event only for its author
 * and the members who answered, and only until it would have started.
 */
export const isListed = (
  me: RawBuilder<unknown>,
  now: Date,
) => sql<boolean>`${isAuthorVisible(me)} and not ${isRemovedFor(me)} and (not ${IS_CANCELED}
  or not ${hasStarted(now)} and (${OWN_ANSWER} is not null or e."authorId" is not distinct from ${me}))`

/**
 * Returns the condition of `isListed` for public events, without joins, so that the query can use the index of times.
 * Excludes events that were called off for `me`.
 */
export const isListedPublic = (me: RawBuilder<unknown>, now: Date) => sql<boolean>`e."groupId" is null
  and (e."cancelledAt" is not null or not exists (
    select from members author where author.id = e."authorId" and not ${sql.raw(isVisibleMember('author'))}))
  and not ${isBlockedPair(sql`e."authorId"`, me)} and not ${isRemovedFor(me)}
  and not exists (select from event_call_offs where "eventId" = e.id and "memberId" = ${me})
  and (e."cancelledAt" is null or e."eventTime" > ${now} and (e."authorId" is not distinct from ${me}
    or exists (select from event_answers where "eventId" = e.id and "memberId" = ${me})))`

/**
 * Returns a SQL predicate that checks whether an event can be opened. Other members of the group can open a canceled
 * event, too, since a message in the group refers to it. Events of a group without members cannot be opened.
 */
const isVisible = (
  me: RawBuilder<unknown>,
  now: Date,
) => sql<boolean>`${isAuthorVisible(me)} and not ${isRemovedFor(me)}
  and (e."groupId" is null or g."memberCount" > 0) and (not ${IS_CANCELED}
    or not ${hasStarted(now)} and (
      ${OWN_ANSWER} is not null or e."authorId" is not distinct from ${me} or gm."memberId" is not null))`

/** Returns a SQL predicate that checks whether `me` may read an event that belongs to no group or to one of theirs. */
export const isReadable = (me: RawBuilder<unknown>, now: Date) => sql<boolean>`(${isVisible(me, now)}
  and (e."groupId" is null or gm."memberId" is not null))`

/** Returns a SQL predicate that checks whether an event shows its participants to `me`, if `me` may read it. */
export const areParticipantsShown = (me: RawBuilder<unknown>) => sql<boolean>`(${isHost(me)}
  or ${PARTICIPANTS_SHOWN_TO} = 'ALL'
  or ${PARTICIPANTS_SHOWN_TO} = 'PARTICIPANTS' and coalesce(${OWN_ANSWER} in ('YES', 'MAYBE'), false))`

/**
 * Returns a SQL predicate that checks whether `me` may be notified of an event: its author is visible to them, and they
 * are still in its group.
 */
export const shouldNotify = (me: RawBuilder<unknown>) => sql<boolean>`${isAuthorVisible(me)}
  and (e."groupId" is null or gm."memberId" is not null)`

async function findEvent(db: Database, id: string, memberId: string, now: Date): Promise<EventRow | undefined> {
  const me = sql`${memberId}::bigint`
  const { rows } = await sql<EventRow>`
    select e.id, e."groupId", e."authorId", ${EVENT_TIME} as "eventTime", e.capacity, e.coming, e.waiting,
      ${areParticipantsShown(me)} as "participantsShown", ${OWN_ANSWER} as answer, ${IS_CANCELED} as cancelled, ${isVisible(me, now)} as visible, ${isHost(me)} as host,
      coalesce(gm.admin, false) as admin, off."calledOffAt",
      case when e."groupId" is null then 'PUBLIC' when gm."memberId" is not null then 'MEMBER'
        when g."isOpen" then 'OPEN_GROUP' else 'NO_ACCESS' end as access
    from events e ${joinEventRelations(me)} where e.id = ${id}`.execute(db)
  return rows[0]
}

function assertEventOpen({ eventTime, cancelled }: EventRow, now: Date): void {
  if (Date.parse(eventTime) <= now.getTime()) throw new AppError('DATE_TIME_PASSED')
  if (cancelled) throw new AppError('CONFLICT')
}

/** Throws unless the policy allows the action. */
function assertEventAccess(event: EventRow | undefined, action: EventAction, now: Date) {
  if (!event?.visible) throw new AppError('NOT_FOUND')
  if (action === 'find') return event
  const hasAccess = event.access === 'PUBLIC' || event.access === 'MEMBER'
  if (action === 'cancel' ? !event.host : !hasAccess) throw new AppError('FORBIDDEN')
  if (action === 'change' && !event.host) throw new AppError('FORBIDDEN')
  if (action === 'answer' || action === 'change') assertEventOpen(event, now)
  if (action === 'cancel' && event.cancelled) throw new AppError('CONFLICT')
  return event
}

type Caller = Pick<Member, 'id'>

/** Returns an event if the policy allows the action, and throws otherwise. */
export const requireEvent = async (
  db: Database,
  id: string,
  member: Caller,
  action: EventAction,
  now: Date,
): Promise<EventRow> => assertEventAccess(await findEvent(db, id, member.id, now), action, now)

/**
 * Locks the group of an event: for an answer only the membership, so that the member stays in the group; for a host the
 * whole group, since its message about the event changes.
 */
const lockGroupFor = (db: DatabaseTransaction, groupId: string, memberId: string, action: EventAction) =>
  action === 'answer'
    ? sql`select from group_members where "groupId" = ${groupId} and "memberId" = ${memberId} for share`.execute(db)
    : sql`select from groups where id = ${groupId} for update`.execute(db)

/**
 * Authorizes an action on an event and locks it and its answers until the transaction ends. Locks the member first,
 * then the group, then the event. Unauthorized callers lock nothing.
 */
export async function lockEvent(
  db: DatabaseTransaction,
  id: string,
  member: Caller,
  action: Exclude<EventAction, 'find' | 'read'>,
  now: Date,
): Promise<EventRow> {
  const { groupId } = await requireEvent(db, id, member, action, now)
  await lockActor(db, member.id)
  if (groupId) await lockGroupFor(db, groupId, member.id, action)
  await sql`select from events where id = ${id} for no key update`.execute(db)
  return requireEvent(db, id, member, action, now)
}
