import type { Language } from '@app/contract/text/language'
import type { Database } from '@app/server/db/database'
import { sql } from 'kysely'
import { type Contents, selectContents } from './contents.ts'
import type { Kind } from './digest-content.ts'
import type { Today } from './today.ts'

/** The lease of a claimed batch, longer than sending a batch takes. */
const LEASE = '10 minutes'
const BACKOFF_MIN_SECONDS = 60
const BACKOFF_MAX_SECONDS = 1_800

/** Opens the day if needed, and returns the last member that was processed; undefined when all members were. */
export async function openDay(db: Database, { day }: Today): Promise<string | undefined> {
  await sql`insert into digest_days (day) values (${day}) on conflict do nothing`.execute(db)
  const { rows } = await sql<{ lastMemberId: string }>`
    select "lastMemberId" from digest_days where day = ${day} and "endedAt" is null`.execute(db)
  return rows[0]?.lastMemberId
}

/** Lists the next members, in the order of their ids, who want any kind of email. */
export async function listReaders(db: Database, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from members
    where id > ${after} and "deletedAt" is null and ("wantsChatMail" or "wantsEventMail" or "wantsNewsMail")
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Inserts a digest for each member with contents, unless the member has one for this day. */
export const insertDigests = (db: Database, memberIds: string[], today: Today) =>
  sql`
    insert into digests ("memberId", day, "toldAt", "nextAttemptAt")
    select "memberId", ${today.day}, ${today.now}, ${today.now} from (${selectContents(memberIds, today)}) contents
    on conflict do nothing`.execute(db)

/** Moves the progress of the day forward, never back, since another worker may be further. */
export const advanceDay = (db: Database, { day }: Today, memberId: string) =>
  sql`
    update digest_days set "lastMemberId" = ${memberId} where day = ${day} and "lastMemberId" < ${memberId}`.execute(db)

export const endDay = (db: Database, { day, now }: Today) =>
  sql`update digest_days set "endedAt" = ${now} where day = ${day} and "endedAt" is null`.execute(db)

/** Drops unsent digests of earlier days; sending them today would make two digests in a day. */
export const dropOutdated = (db: Database, { day }: Pick<Today, 'day'>) =>
  sql`update digests set state = 'DROPPED' where state = 'WAITING' and day < ${day}`.execute(db)

/** Claims up to `limit` due digests for the duration of the lease, and returns their members. */
export async function claimDue(db: Database, { day, now }: Today, limit: number): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    update digests set "nextAttemptAt" = ${now}::timestamptz + interval ${sql.lit(LEASE)}
    from (
      select "memberId" from digests where state = 'WAITING' and day = ${day} and "nextAttemptAt" <= ${now}
      order by "nextAttemptAt" limit ${limit} for update skip locked) due
    where digests."memberId" = due."memberId" and digests.day = ${day}
    returning digests."memberId"`.execute(db)
  return rows.map(({ memberId }) => memberId)
}

export async function countContents(db: Database, memberIds: string[], today: Today): Promise<Contents[]> {
  const { rows } = await selectContents(memberIds, today).execute(db)
  return rows
}

export type Recipient = { email: string; language: Language; kinds: Kind[] }

/**
 * Marks a digest as SENDING: from here on it is sent or lost, and only sent again if the mail server reports that it
 * did not accept it. Returns the current email address, language and wanted kinds.
 */
export async function claimDigest(db: Database, memberId: string, { day, now }: Today): Promise<Recipient | undefined> {
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

/** Ends a digest unless it has left the state `from` already. */
export const endDigest = (
  db: Database,
  memberId: string,
  { day }: Today,
  from: 'WAITING' | 'SENDING',
  state: 'SENT' | 'DROPPED' | 'REFUSED',
) =>
  sql`
    update digests set state = ${state} where "memberId" = ${memberId} and day = ${day} and state = ${from}`.execute(db)

/** Schedules another attempt, with backoff, for a digest that the mail server has not accepted. */
export const postponeDigest = (db: Database, memberId: string, { day, now }: Today) =>
  sql`
    update digests set state = 'WAITING', "nextAttemptAt" = ${now}::timestamptz
      + make_interval(secs => least(${BACKOFF_MIN_SECONDS} * 2 ^ least(attempts - 1, 10), ${BACKOFF_MAX_SECONDS}))
    where "memberId" = ${memberId} and day = ${day} and state = 'SENDING'`.execute(db)

/** Returns whether members remain to be processed today, and whether digests are due. */
export async function findWork(db: Database, { day, now }: Today): Promise<{ unwritten: boolean; unsent: boolean }> {
  const { rows } = await sql<{ unwritten: boolean; unsent: boolean }>`
    select not exists (select from digest_days where day = ${day} and "endedAt" is not null) as unwritten,
      exists (select from digests where state = 'WAITING' and day = ${day} and "nextAttemptAt" <= ${now}) as unsent`.execute(
    db,
  )
  return rows[0] ?? { unwritten: false, unsent: false }
}

/**
 * Deletes old digests except the last one of each member, which marks what was reported. Returns the number deleted.
 */
export async function deleteOldDigests(db: Database, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from digests outdated where "toldAt" <= ${before} and (state not in ('SENDING', 'SENT') or exists (
      select from digests newer where newer."memberId" = outdated."memberId" and newer.day > outdated.day
        and newer.state in ('SENDING', 'SENT')))`.execute(db)
  await sql`delete from digest_days where "endedAt" <= ${before}`.execute(db)
  return Number(numAffectedRows ?? 0)
}
