import { QUERY_TIMEOUT } from '@app/contract/limits'
import { createContext, type OwnedCtx } from '@app/server/context'
import type { Config } from '@app/server/process/config'

export const createGatewayContext = (config: Config): OwnedCtx =>
  createContext(config, {
    service: 'gateway',
    connections: 10,
    statementTimeoutMs: QUERY_TIMEOUT,
    replicaUrl: config.databaseReadUrl,
  })
