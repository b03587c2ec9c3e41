import fastJson, { type AnySchema } from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import * as z from 'zod/mini'

/**
 * Writes the fields of the contract and no others, as every answer does, but does not check each value once more: for long
 * lists, where that would take longer than everything else.
 */
export const largeResponseSerializer: FastifySerializerCompiler<unknown> = ({ schema }) =>
  fastJson(z.toJSONSchema(schema as z.ZodMiniType, { target: 'openapi-3.0', io: 'output' }) as AnySchema)
