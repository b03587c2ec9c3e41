import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listOperations, parseOperation, setUpTestGateway } from '../../testing.ts'

const { app } = await setUpTestGateway({
  // Registers all routes, including those of the age check.
  settings: { AGE_ASSURANCE: 'optional', AGE_ISSUER: 'http://127.0.0.1:9', AGE_CLIENT_ID: 'client' },
})

test('the specification lists every route of the API, and no others', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/specification.md'), 'utf8')
  const documented = [...page.matchAll(/^\| `((?:GET|POST) [^`?]+)/gm)].map(([, operation = '']) =>
    parseOperation(operation),
  )
  expect(documented.toSorted()).toEqual(listOperations(app).toSorted())
})
