import type { LogEntry, LogQuery, TeamMember } from '@app/contract/safety/team'
import { nameKey } from '@app/contract/text/names'
import type { Database } from '@app/server/db/database'
import { TEAM_ID } from '@app/server/policies/team'
import type { StoredEntry } from '@app/server/safety/team-log'
import { sql } from 'kysely'
import { dutiesColumn } from '../sessions/queries.ts'

const selectAdmins = (db: Database) =>
  db
    .selectFrom('members')
    .where('level', '=', 'ADMIN')
    .where('members.id', '<>', TEAM_ID)
    .where('deletedAt', 'is', null)

/** Finds the account of an admin by name. */
export const findAdmin = (db: Database, userName: string): Promise<{ id: string } | undefined> =>
  selectAdmins(db).select('members.id').where('nameKey', '=', nameKey(userName)).executeTakeFirst()

const selectTeam = (db: Database, accountId: string) =>
  selectAdmins(db)
    .select(['userName', dutiesColumn.as('duties'), sql<boolean>`members.id = ${accountId}`.as('me')])
    .select(sql<number>`(select count(*)::int from passkeys where "memberId" = members.id)`.as('passkeys'))

/** Lists the admins with their duties, by name. */
export const listTeam = (db: Database, accountId: string): Promise<TeamMember[]> =>
  selectTeam(db, accountId).orderBy('nameKey').execute()

export const readTeamMember = (db: Database, id: string, accountId: string): Promise<TeamMember> =>
  selectTeam(db, accountId).where('members.id', '=', id).executeTakeFirstOrThrow()

type LogRow = StoredEntry & { by: LogEntry['by']; targetName: string | null }

/**
 * Lists a page of the team log, newest first, followed by the entry before the page, whose hash verifies the oldest entry
 * of the page. A member id of an entry that was tampered with may not be a number.
 */
export async function listLogRows(db: Database, { before, limit }: LogQuery): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    select team_log.*, author."userName" as by, target."userName" as "targetName"
    from team_log
    left join members author on author.id = team_log."byId"
    left join members target on target.id = case when team_log.about->>'memberId' ~ '^\\d{1,18}$' then (team_log.about->>'memberId')::bigint end
    where ${before ?? null}::bigint is null or team_log.id < ${before ?? null}::bigint
    order by team_log.id desc limit ${limit + 1}`.execute(db)
  return rows
}
