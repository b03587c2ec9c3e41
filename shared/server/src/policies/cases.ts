import { CLAIM_MS } from '@app/contract/limits'
import type { CaseState } from '@app/contract/safety/cases'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Member } from '../context.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import type { Cases } from '../db/tables.ts'
import { AppError } from '../errors.ts'
import { requireDuty } from './duties.ts'
import { isBlockedPair } from './ignoring.ts'

/** An admin, by the account: all admins act as the same party. */
type Moderator = Pick<Member, 'level' | 'accountId' | 'sessionId'>

/** Throws FORBIDDEN or PASSKEY_REQUIRED unless the caller may work on cases. */
export const requireModerator = (db: Database | DatabaseTransaction, member: Moderator): Promise<void> =>
  requireDuty(db, member, ['MODERATE'], { passkey: true })

/** Counts the admins with the duty MODERATE. A team of one decides alone what otherwise needs two persons. */
export async function countModerators(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from team_duties d join members m on m.id = d."memberId"
    where d.duty = 'MODERATE' and m.level = 'ADMIN' and m."deletedAt" is null`.execute(db)
  return rows[0]?.count ?? 0
}

/** SQL for the id of the group that contains the subject of `cases`; null if none does. */
const groupOfCase = sql`case cases."subjectKind"
  when 'GROUP' then cases."subjectId"::bigint
  when 'PHOTO' then (select "groupId" from media where media.id = cases."subjectId")
  when 'GROUP_MESSAGE' then cases."parentId"
  when 'EVENT' then cases."parentId"
  when 'GROUP_INVITE' then cases."parentId" end`

/**
 * Returns a SQL predicate that checks whether an admin has an interest of their own in the row of `cases`: they wrote
 * or reported the subject, they have or had a chat with its author, one of the two ignores or has blocked the other, or
 * they share the group. `account` is the id of the admin's account or SQL for it; the chats and groups of the account
 * itself are held, but still stored.
 */
export function hasOwnInterest(account: string | RawBuilder<unknown>): RawBuilder<boolean> {
  const isConstant = typeof account === 'string'
  const me = isConstant ? sql`${account}::bigint` : account
  // NOTE: PostgreSQL runs a subquery that does not refer to the case once per statement instead of once per case.
  const hasReported = isConstant
    ? sql`cases.id in (select own."caseId" from reports own where own."reporterId" = ${me})`
    : sql`exists (select from reports own where own."caseId" = cases.id and own."reporterId" = ${me})`
  return sql`(cases."authorId" is not distinct from ${me} or cases."writtenById" is not distinct from ${me}
    or ${hasReported}
    or ${isBlockedPair(me, sql`cases."authorId"`)}
    or exists (select from chat_members own where own."memberId" = ${me} and own."otherId" = cases."authorId")
    or coalesce(${groupOfCase} in (select own."groupId" from group_members own where own."memberId" = ${me}), false))`
}

/**
 * A SQL predicate that checks whether the admin who has claimed `cases` made or confirmed the decision that another admin
 * has to confirm or review, and another one is left who can. Such a claim does not keep others out.
 */
export const isClaimedByDecider: RawBuilder<boolean> = sql`(cases.state in ('SECOND_LOOK', 'APPEALED') and exists (
  select from decisions d where d."caseId" = cases.id and cases."claimedBy" in (d."byId", d."confirmedById")
    and not exists (select from decisions newer where newer."caseId" = d."caseId" and newer.id > d.id)
    and has_other_moderator(d.id)))`

/**
 * A SQL predicate that checks whether every moderator made or confirmed the decision `d`; false without moderators. Unlike
 * `hasOtherModerator`, it ignores own interests, which the author of the content must not find out.
 */
export const isDecidedByWholeTeam: RawBuilder<boolean> = sql`coalesce((
  select bool_and(m.id is not distinct from d."byId" or m.id is not distinct from d."confirmedById")
  from team_duties t join members m on m.id = t."memberId"
  where t.duty = 'MODERATE' and m.level = 'ADMIN' and m."deletedAt" is null), false)`

/**
 * Returns whether a moderator is left who neither made nor confirmed the decision and has no interest of their own in its
 * case. Otherwise an admin who did decide may answer the appeal after a day.
 */
export async function hasOtherModerator(db: Database, decisionId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select has_other_moderator(${decisionId}::bigint) as has`.execute(db)
  return rows[0]?.has === true
}

/** The states in which admins work on a case, and have to claim it first. */
const CLAIMABLE: ReadonlySet<CaseState> = new Set(['OPEN', 'CLAIMED', 'SECOND_LOOK', 'APPEALED'])

export type CaseRecord = Selectable<Cases>

type Requirements = {
  now: Date
  /** The allowed states; throws CONFLICT in any other. */
  states?: readonly CaseState[]
  /** The version that the caller has read; throws CONFLICT if it is no longer the current one. */
  version?: number
}

const isClaimed = ({ claimedUntil }: CaseRecord, now: Date): boolean =>
  claimedUntil !== null && new Date(claimedUntil) > now

/** Throws CLAIMED while another admin has the case, and CONFLICT while nobody has it. */
function assertHolder(record: CaseRecord, accountId: string, now: Date): void {
  if (!isClaimed(record, now)) throw new AppError('CONFLICT')
  if (record.claimedBy !== accountId) throw new AppError('CLAIMED')
}

const selectCase = (db: Database, id: string, accountId: string) =>
  db
    .selectFrom('cases')
    .selectAll('cases')
    .where('cases.id', '=', id)
    .where(sql<boolean>`not ${hasOwnInterest(accountId)}`)

/**
 * Returns a case that the caller has claimed, or whose current state needs no claim. Throws NOT_FOUND for an unknown
 * case and for one in which the caller has an interest of their own, CLAIMED while another admin has it, and CONFLICT
 * if it has to be claimed first.
 */
export async function requireCase(db: Database, id: string, { accountId }: Moderator, now: Date): Promise<CaseRecord> {
  const record = await selectCase(db, id, accountId).executeTakeFirst()
  if (!record) throw new AppError('NOT_FOUND')
  if (CLAIMABLE.has(record.state)) assertHolder(record, accountId, now)
  return record
}

/** A claim is renewed at most once in this time. */
const RENEWAL_INTERVAL_MS = 60_000

/** Returns when a claim that is made or renewed now expires. */
export const computeClaimEnd = (now: Date): Date => new Date(now.getTime() + CLAIM_MS)

async function renewClaim(db: DatabaseTransaction, { id, claimedUntil }: CaseRecord, now: Date): Promise<void> {
  const end = computeClaimEnd(now)
  if (!claimedUntil || end.getTime() - Date.parse(claimedUntil) < RENEWAL_INTERVAL_MS) return
  await db.updateTable('cases').set({ claimedUntil: end.toISOString() }).where('id', '=', id).execute()
}

/**
 * Locks a case that the caller has claimed, and renews the claim. Taken after all other locks except that of the team
 * log. Throws NOT_FOUND for an unknown case and for one in which the caller has an interest of their own, CLAIMED while
 * another admin has it, and CONFLICT without a claim, in a wrong state, or if the case has changed.
 */
export async function lockCase(
  db: DatabaseTransaction,
  id: string,
  { accountId }: Moderator,
  { now, states, version }: Requirements,
): Promise<CaseRecord> {
  const record = await selectCase(db, id, accountId).forUpdate('cases').executeTakeFirst()
  if (!record) throw new AppError('NOT_FOUND')
  assertHolder(record, accountId, now)
  if (states && !states.includes(record.state)) throw new AppError('CONFLICT')
  if (version !== undefined && version !== record.version) throw new AppError('CONFLICT')
  await renewClaim(db, record, now)
  return record
}
