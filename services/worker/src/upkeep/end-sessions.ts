import { SESSION_IDLE_LIFETIME, SESSION_LIFETIME } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { deleteExpiredSessions } from './queries.ts'

const BATCH_SIZE = 500

const endBatch = (ctx: Ctx): Promise<number> =>
  transact(ctx, async (tx) => {
    const ago = (duration: number) => new Date(tx.now().getTime() - duration)
    const ended = await deleteExpiredSessions(tx.db, ago(SESSION_IDLE_LIFETIME), ago(SESSION_LIFETIME), BATCH_SIZE)
    for (const { id, memberId } of ended) tx.notify([memberId], { type: 'session:ended', sessions: [id] })
    return ended.length
  })

/** Ends expired sessions, and notifies their members as for any other end of a session, so that their sockets close. */
export async function endExpiredSessions(ctx: Ctx): Promise<void> {
  let ended: number
  do ended = await endBatch(ctx)
  while (ended === BATCH_SIZE)
}
