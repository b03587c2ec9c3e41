import { expect, test } from 'vitest'
import { listOperations, setUpTestGateway } from '../../../services/gateway/src/testing.ts'
import { listNamingRequests } from './requests.ts'

const { app } = await setUpTestGateway()

test('the timing proof measures every route whose path names a member', () => {
  const routes = listOperations(app).filter((operation) => operation.includes('{userName}'))
  const measured = listNamingRequests('Ann', '1').map(({ label }) => label.replaceAll(/:(\w+)/g, '{$1}'))
  expect(routes.length).toBeGreaterThan(10)
  expect(routes.filter((route) => !measured.includes(route))).toEqual([])
})
