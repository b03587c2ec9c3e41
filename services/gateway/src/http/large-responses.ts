import fastJson, { type AnySchema } from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import * as z from 'zod/mini'

/**
 * Serializes only the fields of the contract, as for every response, but does not validate each value again: for long
 * lists, where the validation would take longer than everything else.
 */
export const largeResponseSerializer: FastifySerializerCompiler<unknown> = ({ schema }) =>
  fastJson(z.toJSONSchema(schema as z.ZodMiniType, { target: 'openapi-3.0', io: 'output' }) as AnySchema)
