import { expect, test } from 'vitest'
import { setUpTestGateway } from '../../testing.ts'

const { app } = await setUpTestGateway()

type Body = { properties?: Record<string, unknown>; required?: string[] }
type Operation = { requestBody?: { content: Record<string, { schema: Body }> } }

test('the clientId is optional in every route that accepts one', () => {
  const paths = (app.swagger().paths ?? {}) as Record<string, Record<string, Operation>>
  const bodies = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ requestBody }) =>
      Object.values(requestBody?.content ?? {}).map(({ schema }) => ({ path, schema })),
    ),
  )
  const bodiesWithClientId = bodies.filter(({ schema }) => Object.hasOwn(schema.properties ?? {}, 'clientId'))
  expect(bodiesWithClientId.map(({ path }) => path)).toContain('/api/v2/news/{id}/comments')
  expect(
    bodiesWithClientId.filter(({ schema }) => schema.required?.includes('clientId')).map(({ path }) => path),
  ).toEqual([])
})
