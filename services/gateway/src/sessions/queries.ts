import { SESSION_IDLE_LIFETIME_MS, SESSION_LIFETIME_MS, SESSIONS_PER_MEMBER } from '@app/contract/limits'
import type { Duty } from '@app/contract/members/duties'
import type { Session } from '@app/contract/members/members'
import type { SessionEntry } from '@app/contract/members/sessions'
import { generateSid } from '@app/server/accounts/auth'
import { hashToken } from '@app/server/accounts/mail-tokens'
import type { Member } from '@app/server/context'
import type { Database, DatabaseTransaction } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import { removedContentColumn, restrictionsColumn, unreadDecisionsColumn } from '@app/server/safety/statements'
import { sql } from 'kysely'
import { coupleColumn } from '../members/queries.ts'

/** The account data that a client stores with its session. */
export type SessionOwner = Omit<Session, 'sessionId'>

/** A session's owner as in the database, with numbers that may be zero and the duties that an admin may use. */
export type SessionOwnerRow = Omit<
  SessionOwner,
  'unreadDecisions' | 'removedContent' | 'restrictions' | 'ageCheckNeeded'
> & {
  ageCheckNeeded: boolean
  duties: Duty[]
  unreadDecisions: number
  removedContent: number
  restrictions: Session['restrictions'] | null
}

/**
 * Converts a row to the data of a session's owner. Includes the duties only for an admin, and the numbers of unread
 * statements and of removed content, and the restrictions, only if there are any.
 */
export const toSessionOwner = (
  { duties, unreadDecisions, removedContent, restrictions, ageCheckNeeded, ...owner }: SessionOwnerRow,
  startedBy: SessionStart['startedBy'],
): SessionOwner => ({
  ...owner,
  ...(unreadDecisions > 0 && { unreadDecisions }),
  ...(removedContent > 0 && { removedContent }),
  ...(restrictions && { restrictions }),
  ...(ageCheckNeeded && { ageCheckNeeded }),
  ...(owner.memberLevel === 'ADMIN' && { duties }),
  ...(startedBy === 'PASSKEY' && { passkey: true }),
  ...(startedBy === 'CODE' && { recovered: true }),
})

/** SQL for the duties of the account in the row of `members`, sorted. */
export const dutiesColumn = sql<Duty[]>`
  array(select duty from team_duties where "memberId" = members.id order by duty)`

/** Returns the data of the caller's session, with the time from which a new password is valid if one is waiting. */
export async function readSessionOwner(
  db: Database,
  { accountId, sessionId, ageCheckNeeded = false }: Pick<Member, 'accountId' | 'sessionId' | 'ageCheckNeeded'>,
): Promise<SessionOwner> {
  const { startedBy, newPasswordFrom, ...owner } = await db
    .selectFrom('members')
    .leftJoin('sessions', (join) => join.on('sessions.id', '=', sessionId))
    .select(['userName', 'level as memberLevel', 'language', coupleColumn.as('couple'), dutiesColumn.as('duties')])
    .select([unreadDecisionsColumn.as('unreadDecisions'), removedContentColumn.as('removedContent')])
    .select(restrictionsColumn.as('restrictions'))
    .leftJoin('password_waits', 'password_waits.memberId', 'members.id')
    .select(['sessions.startedBy', 'password_waits.dueAt as newPasswordFrom'])
    .where('members.id', '=', accountId)
    .executeTakeFirstOrThrow(() => new AppError('PLEASE_LOGIN'))
  return {
    ...toSessionOwner({ ...owner, ageCheckNeeded }, startedBy ?? 'PASSWORD'),
    ...(newPasswordFrom && { newPasswordFrom }),
  }
}

const isUnexpired = (now: Date) => sql<boolean>`
  "lastSeenAt" > ${new Date(now.getTime() - SESSION_IDLE_LIFETIME_MS)} and "createdAt" > ${new Date(now.getTime() - SESSION_LIFETIME_MS)}`

/** Lists an account's valid sessions: the current one first, then the others by last use. */
export const listSessions = (
  db: Database,
  { accountId, sessionId }: Pick<Member, 'accountId' | 'sessionId'>,
  now: Date,
): Promise<SessionEntry[]> =>
  db
    .selectFrom('sessions')
    .select(['id', 'createdAt', 'lastSeenAt', 'device', sql<boolean>`id = ${sessionId}`.as('current')])
    .select(sql<boolean>`"startedBy" = 'PASSKEY'`.as('passkey'))
    .where('memberId', '=', accountId)
    .where(isUnexpired(now))
    .orderBy('current', 'desc')
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** The random id of a session, which only its token carries, and the number that identifies it in lists and pushes. */
export type SessionIds = { sid: string; sessionId: string }

/** The beginning of a session; `passkeyId` is the passkey with which it began, if any. */
export type SessionStart =
  | { startedBy: 'PASSWORD' | 'CODE'; passkeyId: null }
  | { startedBy: 'PASSKEY'; passkeyId: Buffer }

export async function insertSession(
  db: DatabaseTransaction,
  session: SessionStart & { memberId: string; device: string },
  now: Date,
): Promise<SessionIds> {
  const createdAt = now.toISOString()
  const sid = generateSid()
  const { sessionId } = await db
    .insertInto('sessions')
    .values({
      ...session,
      hash: hashToken(sid),
      createdAt,
      lastSeenAt: createdAt,
    })
    .returning('id as sessionId')
    .executeTakeFirstOrThrow()
  return { sid, sessionId }
}

/**
 * Deletes expired sessions and revokes sessions beyond the limit. The caller holds the lock on the member's row.
 * Returns the ids of these sessions.
 */
export async function deleteSurplusSessions(db: DatabaseTransaction, memberId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from sessions
    where "memberId" = ${memberId} and id not in (
      select id from sessions where "memberId" = ${memberId} and ${isUnexpired(now)}
      order by id desc limit ${SESSIONS_PER_MEMBER})
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns whether the session began with a passkey or a recovery code after this time. */
export async function isFreshSession(
  db: Database,
  { sessionId }: Pick<Member, 'sessionId'>,
  after: Date,
): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('startedBy', 'in', ['PASSKEY', 'CODE'])
    .where('createdAt', '>', after.toISOString())
    .executeTakeFirst()
  return session !== undefined
}

/** Locks the caller's session until the transaction ends; throws PLEASE_LOGIN if it no longer exists. */
export async function lockSession(db: DatabaseTransaction, { sessionId }: Pick<Member, 'sessionId'>): Promise<void> {
  const session = await db.selectFrom('sessions').select('id').where('id', '=', sessionId).forShare().executeTakeFirst()
  if (!session) throw new AppError('PLEASE_LOGIN')
}

/** Revokes one session of the member. Returns an array with its id, or an empty one if there is no such session. */
export async function deleteSession(db: DatabaseTransaction, memberId: string, sessionId: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('memberId', '=', memberId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Revokes all sessions of the member except one. Returns the ids of the revoked sessions. */
export async function deleteOtherSessions(
  db: DatabaseTransaction,
  memberId: string,
  sessionId: string,
): Promise<string[]> {
  const rows = await db
    .deleteFrom('sessions')
    .where('memberId', '=', memberId)
    .where('id', '<>', sessionId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Revokes all sessions of the member. Returns the ids of the revoked sessions. */
export async function deleteAllSessions(db: DatabaseTransaction, memberId: string): Promise<string[]> {
  const rows = await db.deleteFrom('sessions').where('memberId', '=', memberId).returning('id').execute()
  return rows.map(({ id }) => id)
}

/**
 * Revokes the sessions that began with this passkey, except the caller's current one, which then counts as begun
 * with the password. Returns the ids of the revoked sessions.
 */
export async function deletePasskeySessions(
  db: DatabaseTransaction,
  { accountId, sessionId }: Pick<Member, 'accountId' | 'sessionId'>,
  passkeyId: Buffer,
): Promise<string[]> {
  await db
    .updateTable('sessions')
    .set({ startedBy: 'PASSWORD', passkeyId: null })
    .where('id', '=', sessionId)
    .where('passkeyId', '=', passkeyId)
    .execute()
  const rows = await db
    .deleteFrom('sessions')
    .where('memberId', '=', accountId)
    .where('passkeyId', '=', passkeyId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
