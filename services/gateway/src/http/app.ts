import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Unsigned } from '@app/contract/media'
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider } from 'fastify'
import type * as z from 'zod/mini'

/** The types of a route's input, as its schema validates it, and of its response, with pictures not yet signed. */
export interface ContractTypeProvider extends FastifyTypeProvider {
  validator: this['schema'] extends z.core.$ZodType ? z.output<this['schema']> : unknown
  serializer: this['schema'] extends z.core.$ZodType ? Unsigned<this['schema']> : unknown
}

/** An app whose routes validate against the contract's schemas. */
export type App = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ContractTypeProvider>
