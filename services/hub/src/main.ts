import { readConfig } from '@app/server/config'
import { createContext } from '@app/server/context'
import { stopOnSignal } from '@app/server/lifecycle'
import { createHub } from './hub.ts'

const config = readConfig(process.env)
const ctx = createContext(config, { service: 'hub', connections: 4 })
const app = await createHub(ctx)

stopOnSignal(ctx.log, async () => {
  await app.close()
  await ctx.close()
})

const address = await app.listen({ host: config.host, port: config.hubPort })
ctx.log.info({ address }, 'ready')
