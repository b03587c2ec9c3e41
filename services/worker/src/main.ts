import { createContext } from '@app/server/context'
import { requireDatabase } from '@app/server/db/require-database'
import { readConfig } from '@app/server/process/config'
import { startService, stopOnSignal } from '@app/server/process/lifecycle'
import { createBulkTransport, createMailTransport } from './mail/transport.ts'
import { createImageProcessor } from './photos/image-processor.ts'
import { startWorker } from './worker.ts'

startService(async () => {
  const config = readConfig(process.env, { service: 'worker' })
  const ctx = createContext(config, { service: 'worker', connections: 4 })
  await requireDatabase(ctx)
  const imageProcessor = createImageProcessor()
  const bulkTransport = createBulkTransport(ctx)
  const worker = await startWorker({ ...ctx, transport: createMailTransport(ctx), bulkTransport, imageProcessor })
  stopOnSignal(ctx.log, async () => {
    await worker.close()
    bulkTransport.close()
    imageProcessor.close()
    await ctx.close()
  })
  ctx.log.info({ address: worker.address }, 'ready')
})
