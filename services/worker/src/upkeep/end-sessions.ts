import { SESSION_IDLE_LIFETIME_MS, SESSION_LIFETIME_MS } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { deleteExpiredSessions } from './queries.ts'

const BATCH_SIZE = 500

/** Ends a batch of sessions, and returns their number. */
const endBatch = (ctx: Ctx): Promise<number> =>
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

/** Ends expired sessions, and notifies their members, so that hubs close the sockets of these sessions. */
export async function endExpiredSessions(ctx: Ctx): Promise<void> {
  let endedCount: number
  do endedCount = await endBatch(ctx)
  while (endedCount === BATCH_SIZE)
}
