import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '@app/server/config'
import type { Ctx } from '@app/server/context'
import { requireDurability } from '@app/server/db/database'
import { stopOnSignal } from '@app/server/lifecycle'
import { serveMetrics } from '@app/server/metrics/serve'
import { createApp } from './app.ts'
import { createGatewayContext } from './context.ts'

const DATABASE_PATIENCE = 30_000
const PAUSE = 500

/** A database that starts together with us may take a while; one that could lose messages is refused at once. */
async function waitForDatabase({ pool, log }: Ctx): Promise<void> {
  const until = Date.now() + DATABASE_PATIENCE
  for (;;) {
    try {
      await pool.query('select 1')
      break
    } catch (error) {
      if (Date.now() > until) throw new Error('The database does not answer: is DATABASE_URL right?', { cause: error })
      log.info('waiting for the database')
      await pause(PAUSE)
    }
  }
  await requireDurability(pool)
}

async function start(): Promise<void> {
  const config = readConfig(process.env, { service: 'gateway' })
  const ctx = createGatewayContext(config)
  await waitForDatabase(ctx)
  const app = await createApp(ctx)
  const metrics = await serveMetrics(ctx)
  stopOnSignal(ctx.log, async () => {
    await Promise.all([app.close(), metrics.close()])
    await ctx.close()
  })
  await app.listen({ host: config.host, port: config.port })
  ctx.log.info({ url: config.publicUrl }, 'the gateway is ready')
}

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
