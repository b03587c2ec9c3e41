import type { IncomingMessage } from 'node:http'
import type { Ctx } from '@app/server/context'
import { parseRequestId } from '@app/server/trace'
import type { FastifyRequest } from 'fastify'

/** One id for all that a call sets going: the caller's, where it came with one. */
export const readRequestId = ({ headers }: IncomingMessage): string =>
  parseRequestId(headers['x-request-id']) ?? crypto.randomUUID()

/** The context of one call: what it logs, tells and enqueues carries its id. */
export const bindRequest = (ctx: Ctx, { id, log }: FastifyRequest): Ctx => ({
  ...ctx,
  log: log as Ctx['log'],
  requestId: id,
})
