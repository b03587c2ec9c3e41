import { ErrorResponse } from '@app/contract/errors'
import { VERSION } from '@app/contract/product'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifySchema } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { API_PREFIX } from '../http/api.ts'
import type { App } from '../http/app.ts'
import { BODY_TYPES } from '../http/bodies.ts'
import { NAMED_MEMBERS, type NamedMembers } from '../http/named-members.ts'
import { POLICIES, type Policy } from '../http/policies.ts'

type BodyType = keyof typeof BODY_TYPES | undefined

/** The part of a route's configuration that its documentation describes. */
type RouteConfig = { policy: Policy; membersCountAs?: NamedMembers | undefined; body: BodyType }

function describeRoute(
  schema: FastifySchema,
  url: string,
  { policy, membersCountAs, body }: RouteConfig,
): FastifySchema {
  return {
    ...schema,
    ...(body ? { consumes: [...BODY_TYPES[body]] } : {}),
    tags: [url.slice(API_PREFIX.length).split('/')[1] ?? ''],
    description: `${POLICIES[policy]}.${membersCountAs ? ` ${NAMED_MEMBERS[membersCountAs]}.` : ''}`,
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

/** Serves the documentation of the API at `/api/docs`, generated from the schemas that validate every request. */
export async function registerApiDocs(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Salong', version: VERSION },
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer', description: 'The sessionId' } } },
    },
    transform: ({ schema, url, route, ...rest }) => {
      const { policy, membersCountAs, body } = route.config ?? {}
      const isApiRoute = policy !== undefined && route.method !== 'HEAD'
      const documentedSchema = isApiRoute
        ? describeRoute(schema, url, { policy, membersCountAs, body })
        : { ...schema, hide: true }
      return jsonSchemaTransform({ schema: documentedSchema, url, route, ...rest })
    },
    transformObject: removeUnusedSchemas,
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', uiConfig: { docExpansion: 'list' } })
}
