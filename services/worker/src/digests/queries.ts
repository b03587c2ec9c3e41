import type { Language } from '@app/contract/text/language'
import type { Database } from '@app/server/db/database'
import { sql } from 'kysely'
import type { DigestKind } from './digest-content.ts'
import { type MemberDigestCounts, selectDigestCounts } from './digest-counts.ts'
import type { Today } from './today.ts'

/** The lease of a claimed batch, longer than sending a batch can take. */
const LEASE = '10 minutes'
const BACKOFF_MIN_SECONDS = 60
const BACKOFF_MAX_SECONDS = 1_800
/** Limits the exponent, so that the power does not overflow. */
const BACKOFF_EXPONENT_MAX = 10

/** Opens the day if needed, and returns the id of the last processed member; undefined if all members are processed. */
export async function openDay(db: Database, { day }: Today): Promise<string | undefined> {
  await sql`insert into digest_days (day) values (${day}) on conflict do nothing`.execute(db)
  const { rows } = await sql<{ lastMemberId: string }>`
    select "lastMemberId" from digest_days where day = ${day} and "endedAt" is null`.execute(db)
  return rows[0]?.lastMemberId
}

/** Lists the next members who want any kind of email, in the order of their ids. */
export async function listReaders(db: Database, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from members
    where id > ${after} and "deletedAt" is null and ("wantsChatMail" or "wantsEventMail" or "wantsNewsMail")
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Inserts a digest for each member with something new, unless the member has a digest for this day. */
export const insertDigests = (db: Database, memberIds: string[], today: Today) =>
  sql`
    insert into digests ("memberId", day, "toldAt", "nextAttemptAt")
    select "memberId", ${today.day}, ${today.now}, ${today.now} from (${selectDigestCounts(memberIds, today)}) counts
    on conflict do nothing`.execute(db)

/** Records that members up to this one are processed. Never moves back, since another worker may be further ahead. */
export const advanceDay = (db: Database, { day }: Today, memberId: string) =>
  sql`
    update digest_days set "lastMemberId" = ${memberId} where day = ${day} and "lastMemberId" < ${memberId}`.execute(db)

export const finishDay = (db: Database, { day, now }: Today) =>
  sql`update digest_days set "endedAt" = ${now} where day = ${day} and "endedAt" is null`.execute(db)

/** Drops unsent digests of earlier days, which would be a second digest today. */
export const dropOutdatedDigests = (db: Database, { day }: Pick<Today, 'day'>) =>
  sql`update digests set state = 'DROPPED' where state = 'WAITING' and day < ${day}`.execute(db)

/** Claims up to `limit` due digests for the duration of the lease, and returns their members. */
export async function claimDueDigests(db: Database, { day, now }: Today, limit: number): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    update digests set "nextAttemptAt" = ${now}::timestamptz + interval ${sql.lit(LEASE)}
    from (
      select "memberId" from digests where state = 'WAITING' and day = ${day} and "nextAttemptAt" <= ${now}
      order by "nextAttemptAt" limit ${limit} for update skip locked) due
    where digests."memberId" = due."memberId" and digests.day = ${day}
    returning digests."memberId"`.execute(db)
  return rows.map(({ memberId }) => memberId)
}

/** Reads the digest counts of these members, without members for whom nothing is new. */
export async function readDigestCounts(db: Database, memberIds: string[], today: Today): Promise<MemberDigestCounts[]> {
  const { rows } = await selectDigestCounts(memberIds, today).execute(db)
  return rows
}

export type Recipient = { email: string; language: Language; kinds: DigestKind[] }

/**
 * Marks a digest as SENDING. From then on no worker sends it again, unless the mail server reports that it has not
 * accepted it. Returns the recipient's current data, or undefined if the digest must not be sent.
 */
export async function startSending(
  db: Database,
  memberId: string,
  { day, now }: Today,
): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    update digests set state = 'SENDING', attempts = attempts + 1, "toldAt" = ${now} from members m
    where "memberId" = ${memberId} and day = ${day} and state = 'WAITING' and m.id = "memberId" and m."deletedAt" is null
      and not exists (select from dead_addresses where "addressKey" = m."emailKey")
    returning m.email, m.language, array_remove(array[case when m."wantsChatMail" then 'CHATS' end,
      case when m."wantsEventMail" then 'EVENTS' end, case when m."wantsNewsMail" then 'NEWS' end], null) as kinds`.execute(
    db,
  )
  return rows[0]
}

/** Finishes a digest, unless it is no longer in `currentState`. */
export const finishDigest = (
  db: Database,
  memberId: string,
  { day }: Today,
  currentState: 'WAITING' | 'SENDING',
  state: 'SENT' | 'DROPPED' | 'REFUSED',
) =>
  sql`
    update digests set state = ${state} where "memberId" = ${memberId} and day = ${day} and state = ${currentState}`.execute(
    db,
  )

/** Schedules another attempt, with backoff, for a digest that the mail server has not accepted. */
export const postponeDigest = (db: Database, memberId: string, { day, now }: Today) =>
  sql`
    update digests set state = 'WAITING', "nextAttemptAt" = ${now}::timestamptz
      + make_interval(secs => least(${BACKOFF_MIN_SECONDS} * 2 ^ least(attempts - 1, ${BACKOFF_EXPONENT_MAX}), ${BACKOFF_MAX_SECONDS}))
    where "memberId" = ${memberId} and day = ${day} and state = 'SENDING'`.execute(db)

/** The work that remains today: members without a written digest, and due digests. */
type PendingWork = { hasUnwritten: boolean; hasUnsent: boolean }

export async function findPendingWork(db: Database, { day, now }: Today): Promise<PendingWork> {
  const { rows } = await sql<PendingWork>`
    select not exists (select from digest_days where day = ${day} and "endedAt" is not null) as "hasUnwritten",
      exists (select from digests where state = 'WAITING' and day = ${day} and "nextAttemptAt" <= ${now}) as "hasUnsent"`.execute(
    db,
  )
  return rows[0] ?? { hasUnwritten: false, hasUnsent: false }
}

/**
 * Deletes old digests, except the last sent one of each member, which records until when digests have reported, and old
 * days. Returns the number of deleted digests.
 */
export async function deleteOldDigests(db: Database, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from digests outdated where "toldAt" <= ${before} and (state not in ('SENDING', 'SENT') or exists (
      select from digests newer where newer."memberId" = outdated."memberId" and newer.day > outdated.day
        and newer.state in ('SENDING', 'SENT')))`.execute(db)
  await sql`delete from digest_days where "endedAt" <= ${before}`.execute(db)
  return Number(numAffectedRows ?? 0)
}
