import type { IncomingMessage } from 'node:http'
import { parseRequestId } from '@app/server/process/request-origin'
import type { FastifyRequest } from 'fastify'
import type { GatewayCtx } from '../context.ts'

/** Returns the id for everything that a request causes: the caller's if it is valid, else a new one. */
export const resolveRequestId = ({ headers }: IncomingMessage): string =>
  parseRequestId(headers['x-request-id']) ?? crypto.randomUUID()

/** Binds a context to one request: its log lines, pushes and jobs carry the request's id. */
export const bindRequest = (ctx: GatewayCtx, { id, log }: FastifyRequest): GatewayCtx => ({
  ...ctx,
  log: log as GatewayCtx['log'],
  requestId: id,
})
