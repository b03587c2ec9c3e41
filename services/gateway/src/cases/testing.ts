import type { Database } from '@app/server/db/database'
import type { Cases } from '@app/server/db/tables'
import { aMember, type MemberOptions, markAsPasskeySession, type TestMember } from '@app/server/testing/members'
import { type Insertable, sql } from 'kysely'

/** Creates an admin who logged in with a passkey. */
export async function aModerator(db: Database, options: MemberOptions = {}): Promise<TestMember> {
  const moderator = await aMember(db, { level: 'ADMIN', ...options })
  await markAsPasskeySession(db, moderator)
  return moderator
}

/** Stores an open case about a member's profile, which is due in an hour. */
export async function aCase(
  db: Database,
  { author, ...fields }: Partial<Insertable<Cases>> & { author?: TestMember } = {},
): Promise<string> {
  const { id: authorId } = author ?? (await aMember(db))
  const now = Date.now()
  const { id } = await db
    .insertInto('cases')
    .values({
      ...{ subjectKind: 'PROFILE', subjectId: authorId, authorId, category: 'SPAM', severity: 'MEDIUM' },
      ...{ source: 'REPORT', openedAt: new Date(now).toISOString(), dueAt: new Date(now + 3_600_000).toISOString() },
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores a report on a case. */
export async function aCaseReport(
  db: Database,
  caseId: string,
  { id: reporterId }: { id: string },
): Promise<{ id: string; caseId: string }> {
  const filedAt = new Date().toISOString()
  return db
    .insertInto('reports')
    .values({ caseId, reporterId, category: 'SPAM', language: 'SWEDISH', filedAt, aimAt: filedAt })
    .returning(['id', 'caseId'])
    .executeTakeFirstOrThrow()
}

/** Lists the acts in the team log that are about a case, oldest first. */
export async function listActs(db: Database, caseId: string): Promise<string[]> {
  const rows = await db.selectFrom('team_log').select('act').where('caseId', '=', caseId).orderBy('id').execute()
  return rows.map(({ act }) => act)
}

/** Stores a decision about a case, made by an account, and moves the case to a state. */
export async function aDecision(
  db: Database,
  { caseId, byId, state = 'DECIDED', at = new Date() }: { caseId: string; byId: string; state?: string; at?: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into decisions ("caseId", "byId", reason, facts, note, kind, evidence, "decidedAt")
    values (${caseId}, ${byId}, 'TERMS_SPAM', 'Reklam.', 'Andra gången.', 'ACTED', '{}', ${at}) returning id`.execute(
    db,
  )
  await sql`
    update cases set state = ${state}, outcome = 'ACTED', reason = 'TERMS_SPAM', "decidedAt" = ${at}, "claimedBy" = null,
      "claimedUntil" = null where id = ${caseId}`.execute(db)
  return rows[0]?.id ?? ''
}
