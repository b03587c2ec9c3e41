import { toAccountIdentity } from '@app/server/accounts/identity'
import { hasPictures, type Signer, signPictures } from '@app/server/photos/sign-pictures'
import type { FastifyInstance, preSerializationHookHandler, RouteOptions } from 'fastify'
import type * as z from 'zod/mini'
import type { MemberCtx } from '../context.ts'

/** Creates the signer of the pictures in a response to this member. */
export const createReaderSigner = ({ links, member, now }: MemberCtx): Signer =>
  links.createSigner(toAccountIdentity(member), now())

type Responses = Record<string, z.core.$ZodType | { content: unknown }>

const isSchema = (response: Responses[string]): response is z.core.$ZodType => '_zod' in response

/** Lists the schemas with pictures among a route's responses, by their status. */
const listSchemasWithPictures = ({ schema }: RouteOptions): Map<number, z.core.$ZodType> =>
  new Map(
    Object.entries((schema?.response ?? {}) as Responses).flatMap(([status, response]) =>
      isSchema(response) && hasPictures(response) ? [[Number(status), response]] : [],
    ),
  )

/**
 * Signs the pictures in responses for the member who receives them, wherever the schema of the response has pictures.
 * Throws at startup if a route for visitors has such a schema, since a signature identifies its reader.
 */
export function registerPictureSigning(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const schemas = listSchemasWithPictures(route)
    if (schemas.size === 0) return
    if (route.config?.policy === 'visitor') throw new Error(`${route.url} shows pictures to visitors`)
    const sign: preSerializationHookHandler = (request, reply, payload, done) => {
      const schema = schemas.get(reply.statusCode)
      done(null, schema ? signPictures(schema, payload, createReaderSigner(request.ctx)) : payload)
    }
    route.preSerialization = [...[route.preSerialization ?? []].flat(), sign] as preSerializationHookHandler[]
  })
}
