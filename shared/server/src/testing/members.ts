import { randomBytes, randomUUID } from 'node:crypto'
import { Duty } from '@app/contract/members/duties'
import { nameKey, nameSearch } from '@app/contract/text/names'
import { type RawBuilder, sql } from 'kysely'
import type { Member } from '../context.ts'
import type { Database } from '../db/database.ts'
import { writeSearchRows } from '../members/search-rows.ts'
import { TEAM_ID } from '../policies/team.ts'

export type TestMember = Member & { userName: string; email: string }

export type MemberOptions = {
  userName?: string
  email?: string
  level?: 'ADMIN' | 'BASIC'
  /** The duties of an admin, all by default. */
  duties?: Duty[]
  language?: 'SWEDISH' | 'ENGLISH'
  passwordHash?: string
  couple?: boolean
  cities?: string[]
  /** The year of birth of each person. */
  yearOfBirth?: number
  registeredAt?: Date
  lastActiveAt?: Date
  deletedAt?: Date
  presenceOff?: boolean
  receiptsOff?: boolean
}

let counter = 0

/** Creates a member with a session; an admin acts as the team. */
export async function aMember(db: Database, options: MemberOptions = {}): Promise<TestMember> {
  counter += 1
  const userName = options.userName ?? `Medlem ${counter}`
  const email = options.email ?? `member-${counter}-${randomUUID()}@example.test`
  const now = new Date()
  const columns = {
    email,
    emailKey: email.toLowerCase(),
    userName,
    nameKey: nameKey(userName),
    nameSearch: nameSearch(userName),
    passwordHash: options.passwordHash ?? 'none',
    level: options.level ?? 'BASIC',
    language: options.language ?? 'SWEDISH',
    cities: options.cities ?? ['Stockholm'],
    presenceOff: options.presenceOff ?? false,
    receiptsOff: options.receiptsOff ?? false,
    registeredAt: (options.registeredAt ?? now).toISOString(),
    lastActiveAt: (options.lastActiveAt ?? now).toISOString(),
    deletedAt: options.deletedAt?.toISOString() ?? null,
  }
  // A single statement, since tests create members more often than anything else.
  const member = await db
    .with('member', (query) =>
      query.insertInto('members').values(columns).returning(['id', 'level', 'language', 'registeredAt']),
    )
    .with('person', (query) =>
      query
        .insertInto('persons')
        .columns(['memberId', 'ordinal', 'sex', 'yearOfBirth'])
        .expression(
          sql`select id, ordinal, sex, ${options.yearOfBirth ?? 1985} from member
            cross join unnest(${options.couple ? ['FEMALE', 'MALE'] : ['FEMALE']}::text[]) with ordinality as person (sex, ordinal)`,
        ),
    )
    .with('session', (query) => insertSession(query, sql`select id from member`, now))
    .selectFrom(['member', 'session'])
    .selectAll('member')
    .select('session.id as sessionId')
    .executeTakeFirstOrThrow()
  await writeSearchRows(db, [member.id])
  const duties = member.level === 'ADMIN' ? (options.duties ?? Duty.options) : []
  if (duties.length > 0)
    await db
      .insertInto('team_duties')
      .values(duties.map((duty) => ({ memberId: member.id, duty })))
      .execute()
  const id = member.level === 'ADMIN' ? TEAM_ID : member.id
  return { ...member, id, accountId: member.id, userName, email }
}

/** Creates members with sessions in one statement, without rows for the search. */
export async function someMembers(db: Database, count: number): Promise<TestMember[]> {
  counter += 1
  const prefix = `Medlem ${counter} nr-`
  const { rows } = await sql<TestMember>`
    with member as (
      insert into members (email, "emailKey", "userName", "nameKey", "nameSearch", "passwordHash", level, language, cities,
        "registeredAt", "lastActiveAt")
      select key || '@example.test', key || '@example.test', ${prefix} || n, ${nameKey(prefix)} || n,
        ${nameSearch(prefix)} || n, 'none', 'BASIC', 'SWEDISH', '{Stockholm}', now(), now()
      from generate_series(1, ${count}::int) n, lateral (select 'crowd-' || ${randomUUID()} || '-' || n as key) keys
      returning id, email, "userName", level, language, "registeredAt"
    ), person as (
      insert into persons ("memberId", ordinal, sex, "yearOfBirth") select id, 1, 'FEMALE', 1985 from member
    ), session as (
      insert into sessions (id, "memberId", device, "createdAt", "lastSeenAt", hash) overriding system value
      select session_id, id, 'Test', now(), now(), sha256(convert_to(${SID_PREFIX} || session_id, 'UTF8'))
      from (select nextval('sessions_id_seq') as session_id, id from member) numbered
      returning id, "memberId"
    )
    select member.*, member.id as "accountId", session.id as "sessionId"
    from member join session on session."memberId" = member.id order by member.id`.execute(db)
  return rows
}

const SID_PREFIX = 'test-session-'

/** Returns the `sid` of a session that `aMember`, `someMembers` or `aSession` created. */
export const sidOf = (sessionId: string): string => `${SID_PREFIX}${sessionId}`

/** Inserts a session for each member that the subquery selects. Its hash contains its id. */
const insertSession = (db: Pick<Database, 'insertInto'>, memberIds: RawBuilder<unknown>, startedAt: Date) =>
  db
    .insertInto('sessions')
    .columns(['id', 'memberId', 'device', 'createdAt', 'lastSeenAt', 'hash'])
    .expression(
      sql`overriding system value
        select id, "memberId", 'Test', ${startedAt.toISOString()}::timestamptz, ${startedAt.toISOString()}::timestamptz,
          sha256(convert_to(${SID_PREFIX} || id, 'UTF8'))
        from (select nextval('sessions_id_seq') as id, member.id as "memberId" from (${memberIds}) as member) as session`,
    )
    .returning('id')

/** Creates a session that began, and was last active, at this time. Returns its id. */
export async function aSession(db: Database, memberId: string, startedAt = new Date()): Promise<string> {
  const { id } = await insertSession(db, sql`select ${memberId}::bigint as id`, startedAt).executeTakeFirstOrThrow()
  return id
}

/** Marks a session as begun with a passkey. */
export const markAsPasskeySession = (db: Database, { sessionId }: Pick<TestMember, 'sessionId'>) =>
  db
    .updateTable('sessions')
    .set({ startedBy: 'PASSKEY', passkeyId: randomBytes(16) })
    .where('id', '=', sessionId)
    .execute()
