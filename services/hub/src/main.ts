import { createContext } from '@app/server/context'
import { requireDatabase } from '@app/server/db/require-database'
import { serveMetrics } from '@app/server/metrics/serve'
import { readConfig } from '@app/server/process/config'
import { startService, stopOnSignal } from '@app/server/process/lifecycle'
import { createHub } from './hub.ts'

startService(async () => {
  const config = readConfig(process.env, { service: 'hub' })
  const ctx = createContext(config, { service: 'hub', connections: 4 })
  await requireDatabase(ctx)
  const app = await createHub(ctx)
  const metrics = await serveMetrics(ctx)
  stopOnSignal(ctx.log, async () => {
    await Promise.all([app.close(), metrics.close()])
    await ctx.close()
  })
  const address = await app.listen({ host: config.host, port: config.hubPort })
  ctx.log.info({ address }, 'ready')
})
