import { listActiveSessionHashes } from '@app/server/auth'
import type { Ctx } from '@app/server/context'
import { runEvery } from './presence/presence.ts'
import { inBatches } from './presence/state.ts'
import type { HubSocket, Sockets } from './sockets.ts'

/**
 * Closes sockets whose session has vanished without a push, as a database does that takes over without the last transactions:
 * its next member may be given the number of a lost one, and the pushes of that number. Returns the timer.
 */
export function reviewSessions(ctx: Ctx, io: Sockets, intervalMs: number): NodeJS.Timeout {
  async function review(sockets: HubSocket[]): Promise<void> {
    const active = await listActiveSessionHashes(
      ctx,
      sockets.map(({ data }) => data),
    )
    for (const socket of sockets) if (!active.has(socket.data.hash)) socket.disconnect(true)
  }
  return runEvery(intervalMs, () =>
    inBatches([...io.sockets.sockets.values()], review).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'sessions of sockets could not be reviewed'),
    ),
  )
}
