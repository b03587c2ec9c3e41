import { readConfig } from '@app/server/config'
import { createContext } from '@app/server/context'
import { requireDatabase } from '@app/server/db/require-database'
import { startService, stopOnSignal } from '@app/server/lifecycle'
import { createBulkTransport, createMailTransport } from './mail/transport.ts'
import { createDrawers } from './photos/drawers.ts'
import { startWorker } from './worker.ts'

startService(async () => {
  const config = readConfig(process.env, { service: 'worker' })
  const ctx = createContext(config, { service: 'worker', connections: 4 })
  await requireDatabase(ctx)
  const drawers = createDrawers()
  const bulk = createBulkTransport(ctx)
  const worker = await startWorker({ ...ctx, transport: createMailTransport(ctx), bulk, drawers })
  stopOnSignal(ctx.log, async () => {
    await worker.close()
    bulk.close()
    drawers.close()
    await ctx.close()
  })
  ctx.log.info({ address: worker.address }, 'ready')
})
