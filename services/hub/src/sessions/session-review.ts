import { listActiveSessionHashes } from '@app/server/accounts/auth'
import type { Ctx } from '@app/server/context'
import { inBatches } from '../batches.ts'
import type { HubSocket, Sockets } from '../sockets.ts'
import { runEvery } from '../timings.ts'

/**
 * Closes sockets whose session has expired, or disappeared without a push, as after a database failover that lost the
 * last transactions. Returns the timer.
 */
export function reviewSessions(ctx: Ctx, io: Sockets, intervalMs: number): NodeJS.Timeout {
  async function review(sockets: HubSocket[]): Promise<void> {
    const activeHashes = await listActiveSessionHashes(
      ctx,
      sockets.map(({ data }) => data),
    )
    for (const socket of sockets) if (!activeHashes.has(socket.data.hash)) socket.disconnect(true)
  }
  return runEvery(intervalMs, () =>
    inBatches([...io.sockets.sockets.values()], review).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'failed to review the sessions of sockets'),
    ),
  )
}
