import { type RawBuilder, sql } from 'kysely'
import type { Member } from '../context.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { isVisibleMember } from '../team.ts'
import { lockActor } from './actors.ts'
import { isBlockedPair } from './ignoring.ts'

/** An event as the rules see it, and what one member is to it. */
export type EventRow = {
  id: string
  groupId: string | null
  authorId: string | null
  eventTime: string
  capacity: number | null
  coming: number
  waiting: number
  participantsShownTo: 'ALL' | 'PARTICIPANTS' | 'HOST'
  cancelled: boolean
  visible: boolean
  access: 'PUBLIC' | 'MEMBER' | 'OPEN_GROUP' | 'NO_ACCESS'
  host: boolean
  answer: 'YES' | 'MAYBE' | 'WAITING' | null
}

/** find: know that it is there. read: see it. answer: come or not. change: be its host. delete: call it off. */
export type EventAction = 'find' | 'read' | 'answer' | 'change' | 'delete'

/** What events `e` are to the member `me`, for all that stands below. */
export const joinEventRelations = (me: RawBuilder<unknown>) => sql`
  left join members author on author.id = e."authorId"
  left join groups g on g.id = e."groupId"
  left join group_members gm on gm."groupId" = e."groupId" and gm."memberId" = ${me} and not gm.held
  left join event_answers mine on mine."eventId" = e.id and mine."memberId" = ${me}`

/** The author hosts, and so do the admins of the group; whoever has left the group does not. */
export const isHost = (me: RawBuilder<unknown>) => sql<boolean>`case when e."groupId" is null
  then e."authorId" is not distinct from ${me}
  else gm."memberId" is not null and (gm.admin or e."authorId" is not distinct from ${me}) end`

/** The author is here, and neither ignores the other; an admin still sees what goes on in the own group. */
const isAuthorVisible = (
  me: RawBuilder<unknown>,
) => sql<boolean>`(e."cancelledAt" is not null or author.id is null or ${sql.raw(isVisibleMember('author'))})
  and ((gm.admin is not distinct from true) or not ${isBlockedPair(sql`e."authorId"`, me)})`

const hasStarted = (now: Date) => sql<boolean>`e."eventTime" <= ${now}`

/** In the lists: what is called off only for those whom it concerned, until its time has passed. */
export const isListed = (
  me: RawBuilder<unknown>,
  now: Date,
) => sql<boolean>`${isAuthorVisible(me)} and (e."cancelledAt" is null
  or not ${hasStarted(now)} and (mine.answer is not null or e."authorId" is not distinct from ${me}))`

/** The same for public events, before anything is joined: the index of their times is walked until a page is full. */
export const isListedPublic = (me: RawBuilder<unknown>, now: Date) => sql<boolean>`e."groupId" is null
  and (e."cancelledAt" is not null or not exists (
    select from members author where author.id = e."authorId" and not ${sql.raw(isVisibleMember('author'))}))
  and not ${isBlockedPair(sql`e."authorId"`, me)}
  and (e."cancelledAt" is null or not ${hasStarted(now)} and (e."authorId" is not distinct from ${me}
    or exists (select from event_answers where "eventId" = e.id and "memberId" = ${me})))`

/**
 * Can be opened: what is called off also by the others of its group, where a message still names it; nothing of a group that
 * is not there.
 */
const isVisible = (me: RawBuilder<unknown>, now: Date) => sql<boolean>`${isAuthorVisible(me)}
  and (e."groupId" is null or g."memberCount" > 0) and (e."cancelledAt" is null
  or not ${hasStarted(now)} and (mine.answer is not null or e."authorId" is not distinct from ${me} or gm."memberId" is not null))`

/** Told to this member when something about it happens: what they may see, and are still to come to. */
export const shouldNotify = (me: RawBuilder<unknown>) => sql<boolean>`${isAuthorVisible(me)}
  and (e."groupId" is null or gm."memberId" is not null)`

async function findEvent(db: Database, id: string, memberId: string, now: Date): Promise<EventRow | undefined> {
  const me = sql`${memberId}::bigint`
  const { rows } = await sql<EventRow>`
    select e.id, e."groupId", e."authorId", e."eventTime", e.capacity, e.coming, e.waiting, e."participantsShownTo", mine.answer,
      e."cancelledAt" is not null as cancelled, ${isVisible(me, now)} as visible, ${isHost(me)} as host,
      case when e."groupId" is null then 'PUBLIC' when gm."memberId" is not null then 'MEMBER'
        when g."isOpen" then 'OPEN_GROUP' else 'NO_ACCESS' end as access
    from events e ${joinEventRelations(me)} where e.id = ${id}`.execute(db)
  return rows[0]
}

function assertEventOpen({ eventTime, cancelled }: EventRow, now: Date): void {
  if (Date.parse(eventTime) <= now.getTime()) throw new AppError('DATE_TIME_PASSED')
  if (cancelled) throw new AppError('CONFLICT')
}

/** The one rule for events. The team may call off what it may not read. */
function assertEventAccess(
  event: EventRow | undefined,
  { level }: Pick<Member, 'level'>,
  action: EventAction,
  now: Date,
) {
  if (!event?.visible) throw new AppError('NOT_FOUND')
  if (action === 'find') return event
  const hasAccess = event.access === 'PUBLIC' || event.access === 'MEMBER'
  const canDelete = event.host || level === 'ADMIN'
  if (action === 'delete' ? !canDelete : !hasAccess) throw new AppError('FORBIDDEN')
  if (action === 'change' && !event.host) throw new AppError('FORBIDDEN')
  if (action === 'answer' || action === 'change') assertEventOpen(event, now)
  if (action === 'delete' && event.cancelled) throw new AppError('CONFLICT')
  return event
}

type Caller = Pick<Member, 'id' | 'level'>

export const requireEvent = async (
  db: Database,
  id: string,
  member: Caller,
  action: EventAction,
  now: Date,
): Promise<EventRow> => assertEventAccess(await findEvent(db, id, member.id, now), member, action, now)

/** Who answers stays in the group; who is its host keeps all of it, since a message there tells of the event. */
const lockGroupFor = (db: DatabaseTransaction, groupId: string, memberId: string, action: EventAction) =>
  action === 'answer'
    ? sql`select from group_members where "groupId" = ${groupId} and "memberId" = ${memberId} for share`.execute(db)
    : sql`select from groups where id = ${groupId} for update`.execute(db)

/**
 * Keeps the event as it is judged until the transaction ends; whoever wants to change it or its answers waits. Members are
 * locked before groups before events, as everywhere. Outsiders lock nothing.
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
