import { MediaUrl } from '@app/contract/media'
import { toAccountIdentity } from '@app/server/accounts/identity'
import { hasPictures, type Signer, signPictures } from '@app/server/photos/sign-pictures'
import type { FastifyInstance, preSerializationHookHandler, RouteOptions } from 'fastify'
import type * as z from 'zod/mini'
import type { MemberCtx } from '../context.ts'

/** Creates the signer of the pictures in a response to this member. */
export const createReaderSigner = ({ links, member, now }: MemberCtx): Signer =>
  links.createSigner(toAccountIdentity(member), now())

type Content = Record<string, { schema?: z.core.$ZodType }>
type Responses = Record<string, z.core.$ZodType | { content: Content }>

const isSchema = (response: Responses[string]): response is z.core.$ZodType => '_zod' in response

const listSchemas = (response: Responses[string]): z.core.$ZodType[] =>
  isSchema(response) ? [response] : Object.values(response.content).flatMap(({ schema }) => schema ?? [])

/** Returns whether values of a schema are the URL of a picture, rather than objects or lists with pictures. */
function isMediaUrl(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return schema === MediaUrl || ('innerType' in def && isMediaUrl(def.innerType))
}

/** Returns the reason why the pictures in a response would stay unsigned; null if they are signed. */
function findSigningObstacle(status: string, response: Responses[string]): string | null {
  if (!isSchema(response)) return 'with a content type'
  if (!/^\d{3}$/.test(status)) return `for the status ${status}`
  return isMediaUrl(response) ? 'as a bare URL' : null
}

/**
 * Lists the schemas with pictures among a route's responses, by their status. Throws for a response whose pictures
 * would stay unsigned: the hook looks up one schema by the exact status, and Fastify does not call it for a text.
 */
function listSchemasWithPictures({ url, schema }: RouteOptions): Map<number, z.core.$ZodType> {
  const responses = Object.entries((schema?.response ?? {}) as Responses)
  return new Map(
    responses
      .filter(([, response]) => listSchemas(response).some(hasPictures))
      .map(([status, response]) => {
        const obstacle = findSigningObstacle(status, response)
        if (obstacle) throw new Error(`${url} responds with pictures ${obstacle}, which would stay unsigned`)
        return [Number(status), response as z.core.$ZodType]
      }),
  )
}

/**
 * Signs the pictures in responses for the member who receives them, wherever the schema of the response has pictures.
 * Throws at startup if a route for visitors has such a schema, since a signature identifies its reader, or if the
 * pictures of a route would stay unsigned.
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
