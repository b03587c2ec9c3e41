import { SESSION_IDLE_LIFETIME_MS, SESSION_LIFETIME_MS } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { deleteExpiredSessions } from './queries.ts'

const BATCH_SIZE = 500

/** Deletes a batch of expired sessions, and returns their number. */
const purgeBatch = (ctx: Ctx): Promise<number> =>
  transact(ctx, async (tx) => {
    const ago = (durationMs: number) => new Date(tx.now().getTime() - durationMs)
    const sessions = await deleteExpiredSessions(
      tx.db,
      ago(SESSION_IDLE_LIFETIME_MS),
      ago(SESSION_LIFETIME_MS),
      BATCH_SIZE,
    )
    for (const { id, memberId } of sessions) tx.notify([memberId], { type: 'session:ended', sessions: [id] })
    return sessions.length
  })

/** Deletes expired sessions, and notifies their members, so that hubs close the sockets of these sessions. */
export async function purgeExpiredSessions(ctx: Ctx): Promise<void> {
  let deletedCount: number
  do deletedCount = await purgeBatch(ctx)
  while (deletedCount === BATCH_SIZE)
}
