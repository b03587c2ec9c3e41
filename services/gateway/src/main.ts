import { requireDatabase } from '@app/server/db/require-database'
import { serveMetrics } from '@app/server/metrics/serve'
import { readConfig } from '@app/server/process/config'
import { startService, stopOnSignal } from '@app/server/process/lifecycle'
import { createApp } from './app.ts'
import { createGatewayContext } from './context.ts'
import { startSweep } from './decisions/sweep.ts'
import { requireFinishedPages } from './pages/require-finished-pages.ts'
import { DEFAULT_PAGES_DIR } from './paths.ts'

startService(async () => {
  const config = readConfig(process.env, { service: 'gateway' })
  if (config.production) await requireFinishedPages(config.pagesDir ?? DEFAULT_PAGES_DIR)
  const ctx = createGatewayContext(config)
  await requireDatabase(ctx)
  const app = await createApp(ctx)
  const metrics = await serveMetrics(ctx)
  const stopSweep = startSweep(ctx)
  stopOnSignal(ctx.log, async () => {
    await Promise.all([app.close(), metrics.close(), stopSweep()])
    await ctx.close()
  })
  await app.listen({ host: config.host, port: config.port })
  ctx.log.info({ url: config.publicUrl }, 'the gateway is ready')
})
