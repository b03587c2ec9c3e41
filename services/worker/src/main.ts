import { readConfig } from '@app/server/config'
import { createContext } from '@app/server/context'
import { requireDurability } from '@app/server/db/database'
import { stopOnSignal } from '@app/server/lifecycle'
import { createMailTransport } from './mail/transport.ts'
import { createDrawers } from './photos/drawers.ts'
import { startWorker } from './worker.ts'

const config = readConfig(process.env)
const ctx = createContext(config, { service: 'worker', connections: 4 })
await requireDurability(ctx.pool)
const drawers = createDrawers()
const worker = await startWorker({ ...ctx, transport: createMailTransport(ctx), drawers })
stopOnSignal(ctx.log, async () => {
  await worker.close()
  drawers.close()
  await ctx.close()
})
ctx.log.info({ address: worker.address }, 'ready')
