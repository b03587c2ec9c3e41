import { QUERY_TIMEOUT } from '@app/contract/limits'
import type { Config } from '@app/server/config'
import { createContext, type OwnedCtx } from '@app/server/context'

export const createGatewayContext = (config: Config): OwnedCtx =>
  createContext(config, {
    service: 'gateway',
    connections: 10,
    statementTimeoutMs: QUERY_TIMEOUT,
    replicaUrl: config.databaseReadUrl,
  })
