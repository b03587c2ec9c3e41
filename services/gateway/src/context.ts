import type { Config } from '@app/server/config'
import { createContext, type OwnedCtx } from '@app/server/context'

/** Somebody waits for the answer, so a database that hangs is given up before they are. */
const DATABASE_PATIENCE = 2_000

export const createGatewayContext = (config: Config): OwnedCtx =>
  createContext(config, { service: 'gateway', connections: 10, patience: DATABASE_PATIENCE })
