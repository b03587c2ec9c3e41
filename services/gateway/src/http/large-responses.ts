import fastJson, { type AnySchema } from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import * as z from 'zod/mini'

/** The serializers by their schemas, which all apps of a process share. */
const serializers = new WeakMap<z.ZodMiniType, ReturnType<typeof fastJson>>()

/**
 * Compiles a serializer for long responses, such as lists. It omits fields that are not in the contract, as for every
 * response, but does not validate each value, which would take longer than the rest of the request.
 */
export const largeResponseSerializer: FastifySerializerCompiler<unknown> = (route) => {
  const schema = route.schema as z.ZodMiniType
  const serializer =
    serializers.get(schema) ?? fastJson(z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'output' }) as AnySchema)
  serializers.set(schema, serializer)
  return serializer
}
