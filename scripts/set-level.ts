import type { Duty } from '@app/contract/members/duties'
import { emailKey } from '@app/contract/text/emails'
import { createDatabase, createPool } from '@app/server/db/database'
import { TEAM_ID } from '@app/server/policies/team'
import { changeLevel, setDuties } from '../services/gateway/src/visibility/level.ts'

const LEVELS = { grant: 'ADMIN', revoke: 'BASIC' } as const

/**
 * Makes the member with this email an admin, or an ordinary member again; returns a sentence for the operator. A new
 * admin gets these duties, or all duties if the list is missing; an existing one gets these duties, or keeps their own.
 */
export async function setLevel(
  databaseUrl: string,
  action: keyof typeof LEVELS,
  email: string,
  duties?: readonly Duty[],
): Promise<string> {
  const db = createDatabase(createPool(databaseUrl, 1))
  const level = LEVELS[action]
  try {
    const member = await db
      .selectFrom('members')
      .select(['id', 'userName', 'level'])
      .where('emailKey', '=', emailKey(email))
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
    if (!member || member.id === TEAM_ID) throw new Error(`There is no member with the email address ${email}.`)
    // This script does not connect to Redis: a worker finds the pushes in the outbox within seconds.
    const outbox = { deliver: async () => undefined }
    const ctx = { db, now: () => new Date(), outbox }
    if (duties && member.level === 'ADMIN' && level === 'ADMIN' && (await setDuties(ctx, member.id, duties)))
      return `${member.userName} now has the duties ${[...duties].sort().join(', ') || '–'}.`
    if (!(await changeLevel(ctx, member.id, level, duties)))
      return `${member.userName} already has the level ${level}; nothing has changed.`
    return `${member.userName} now has the level ${level} (previously ${member.level}) and has to log in again.`
  } finally {
    await db.destroy()
  }
}
