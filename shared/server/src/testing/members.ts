import { randomUUID } from 'node:crypto'
import { nameKey, nameSearch } from '@app/contract/text/names'
import { hashToken } from '../accounts/mail-tokens.ts'
import type { Member } from '../context.ts'
import type { Database } from '../db/database.ts'
import { refreshSearchRows } from '../members/search-rows.ts'
import { TEAM_ID } from '../policies/team.ts'

export type TestMember = Member & { userName: string; email: string }

export type MemberOptions = {
  userName?: string
  email?: string
  level?: 'ADMIN' | 'BASIC'
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
  const row = await db
    .insertInto('members')
    .values({
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
    })
    .returning(['id', 'level', 'language', 'registeredAt'])
    .executeTakeFirstOrThrow()
  const persons = options.couple ? [1, 2] : [1]
  await db
    .insertInto('persons')
    .values(
      persons.map((ordinal) => ({
        memberId: row.id,
        ordinal,
        sex: ordinal === 1 ? 'FEMALE' : 'MALE',
        yearOfBirth: options.yearOfBirth ?? 1985,
      })),
    )
    .execute()
  await db.transaction().execute((tx) => refreshSearchRows(tx, row.id))
  const id = row.level === 'ADMIN' ? TEAM_ID : row.id
  return { ...row, id, accountId: row.id, userName, email, sessionId: await aSession(db, row.id) }
}

/** Returns the `sid` of a session that `aSession` created. */
export const sidOf = (sessionId: string): string => `test-session-${sessionId}`

/** Creates a session that began, and was last active, at this time. Returns its id. */
export async function aSession(db: Database, memberId: string, startedAt = new Date()): Promise<string> {
  const { id } = await db
    .insertInto('sessions')
    .values({ memberId, device: 'Test', createdAt: startedAt.toISOString(), lastSeenAt: startedAt.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('sessions')
    .set({ hash: hashToken(sidOf(id)) })
    .where('id', '=', id)
    .execute()
  return id
}
