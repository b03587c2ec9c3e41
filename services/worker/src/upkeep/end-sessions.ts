import { SESSION_IDLE_LIFETIME, SESSION_LIFETIME } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { transact } from '@app/server/transact'
import { deleteExpiredSessions } from './queries.ts'

const AT_ONCE = 500

const endSome = (ctx: Ctx): Promise<number> =>
  transact(ctx, async (tx) => {
    const ago = (duration: number) => new Date(tx.now().getTime() - duration)
    const ended = await deleteExpiredSessions(tx.db, ago(SESSION_IDLE_LIFETIME), ago(SESSION_LIFETIME), AT_ONCE)
    for (const { id, memberId } of ended) tx.notify([memberId], { type: 'session:ended', sessions: [id] })
    return ended.length
  })

/** Ends the sessions that are over their time. Told like any other end, so that their sockets close. */
export async function endExpiredSessions(ctx: Ctx): Promise<void> {
  let ended: number
  do ended = await endSome(ctx)
  while (ended === AT_ONCE)
}
