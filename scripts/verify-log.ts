import { createDatabase, createPool } from '@app/server/db/database'
import { verifyLog } from '@app/server/safety/team-log'

/**
 * Verifies the hashes of the whole team log; returns a text for the operator with the newest entry, to compare with the
 * emails about it. Throws if an entry was changed, deleted or reordered.
 */
export async function verifyTeamLog(databaseUrl: string): Promise<string> {
  const db = createDatabase(createPool(databaseUrl, 1))
  try {
    const { entries, brokenId, head } = await verifyLog(db)
    if (brokenId) throw new Error(`The team log is broken at no. ${brokenId}, after ${entries} intact entries.`)
    if (!head) return 'The team log is empty.'
    return `The team log is intact: ${entries} entries. The newest, no. ${head.id}: ${head.hash.toString('hex')}`
  } finally {
    await db.destroy()
  }
}
