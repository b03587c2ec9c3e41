import fastJson, { type AnySchema } from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import * as z from 'zod/mini'

/**
 * Compiles a serializer for long lists. It omits fields that are not in the contract, as for every response, but does
 * not validate each value, which would take longer than the rest of the request.
 */
export const largeResponseSerializer: FastifySerializerCompiler<unknown> = ({ schema }) =>
  fastJson(z.toJSONSchema(schema as z.ZodMiniType, { target: 'openapi-3.0', io: 'output' }) as AnySchema)
