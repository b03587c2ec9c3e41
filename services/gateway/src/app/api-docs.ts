import { ErrorResponse } from '@app/contract/errors'
import { VERSION } from '@app/contract/product'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifySchema } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { API } from '../http/api.ts'
import type { App } from '../http/app.ts'
import { BODY_TYPES } from '../http/bodies.ts'
import { NAMED_MEMBERS, type NamedMembers } from '../http/named-members.ts'
import { POLICIES, type Policy } from '../http/policies.ts'

type Body = keyof typeof BODY_TYPES | undefined

/** The declarations that all routes share: their policy, the members that they name and their body type. */
type RouteConfig = { policy: Policy; names?: NamedMembers | undefined; body: Body }

function describeRoute(schema: FastifySchema, url: string, { policy, names, body }: RouteConfig): FastifySchema {
  return {
    ...schema,
    ...(body ? { consumes: [...BODY_TYPES[body]] } : {}),
    tags: [url.slice(API.length).split('/')[1] ?? ''],
    description: `${POLICIES[policy]}.${names ? ` ${NAMED_MEMBERS[names]}.` : ''}`,
    security: policy === 'visitor' ? [] : [{ session: [] }],
    response: { ...(schema.response as object), '4xx': ErrorResponse },
  }
}

/** Removes schemas that no route refers to. Each named schema is generated twice, as input and as output. */
const removeUnusedSchemas: typeof jsonSchemaTransformObject = (document) => {
  const transformed = jsonSchemaTransformObject(document)
  const schemas = 'components' in transformed ? (transformed.components?.schemas ?? {}) : {}
  let unused: string[]
  // A schema that only an unused one refers to is unused, too.
  do {
    const text = JSON.stringify(transformed)
    unused = Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`))
    for (const name of unused) delete schemas[name]
  } while (unused.length > 0)
  return transformed
}

/** Serves the API in a readable form at `/api/docs`, generated from the schemas that validate every request. */
export async function registerApiDocs(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Salong', version: VERSION },
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer', description: 'The sessionId' } } },
    },
    transform: ({ schema, url, route, ...rest }) => {
      const { policy, names, body } = route.config ?? {}
      const isApiRoute = policy !== undefined && route.method !== 'HEAD'
      const visibleSchema = isApiRoute ? describeRoute(schema, url, { policy, names, body }) : { ...schema, hide: true }
      return jsonSchemaTransform({ schema: visibleSchema, url, route, ...rest })
    },
    transformObject: removeUnusedSchemas,
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', uiConfig: { docExpansion: 'list' } })
}
