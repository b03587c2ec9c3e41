import { QUERY_TIMEOUT_MS } from '@app/contract/limits'
import { type Ctx, createContext, type Member, type OwnedCtx } from '@app/server/context'
import type { Config } from '@app/server/process/config'
import { createLimits, type Limits } from './limits/limits.ts'

/** The dependencies of the gateway's code, created once per process. */
export type GatewayCtx = Ctx & { limits: Limits }

/** The context of a member's request, including the member who makes it. */
export type MemberCtx = GatewayCtx & { member: Member }

/** Returns the context with the rate limits that its configuration enables. */
export const withLimits = <Context extends Ctx>(ctx: Context): Context & GatewayCtx => ({
  ...ctx,
  limits: createLimits(ctx),
})

export const createGatewayContext = (config: Config): OwnedCtx & GatewayCtx =>
  withLimits(
    createContext(config, {
      service: 'gateway',
      connections: 10,
      statementTimeoutMs: QUERY_TIMEOUT_MS,
      replicaUrl: config.databaseReadUrl,
    }),
  )
