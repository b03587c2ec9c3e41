import type { IncomingMessage } from 'node:http'
import type { Ctx } from '@app/server/context'
import { parseRequestId } from '@app/server/process/trace'
import type { FastifyRequest } from 'fastify'

/** Returns the id for everything that a request causes: the caller's id if the request has one. */
export const resolveRequestId = ({ headers }: IncomingMessage): string =>
  parseRequestId(headers['x-request-id']) ?? crypto.randomUUID()

/** Binds a context to one request: its log lines, pushes and jobs carry the request's id. */
export const bindRequest = (ctx: Ctx, { id, log }: FastifyRequest): Ctx => ({
  ...ctx,
  log: log as Ctx['log'],
  requestId: id,
})
