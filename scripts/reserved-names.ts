import { createDatabase, createPool, type Database } from '@app/server/db/database'
import { isReservedName } from '../services/gateway/src/members/reserved-names.ts'

const BATCH_SIZE = 10_000

/** Lists a batch of members after an id, in the order of ids. Leaves out admins, because they appear as the team. */
const listMembers = (db: Database, afterId: string) =>
  db
    .selectFrom('members')
    .select(['id', 'userName', 'email', 'registeredAt'])
    .where('id', '>', afterId)
    .where('level', '=', 'BASIC')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()

/**
 * Returns a text for the operator that lists the members whose names no new member may take: one per line, with the
 * email address and the day of registration.
 */
export async function listReservedNames(databaseUrl: string): Promise<string> {
  const db = createDatabase(createPool(databaseUrl, 1))
  const lines: string[] = []
  let lastId: string | undefined = '0'
  try {
    while (lastId !== undefined) {
      const members = await listMembers(db, lastId)
      for (const { userName, email, registeredAt } of members)
        if (isReservedName(userName)) lines.push(`${userName}\t${email}\t${registeredAt.slice(0, 10)}`)
      lastId = members.at(-1)?.id
    }
  } finally {
    await db.destroy()
  }
  return lines.length > 0 ? lines.join('\n') : 'No member has a reserved name.'
}
