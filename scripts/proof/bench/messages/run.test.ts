import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { measureSearches } from './run.ts'

const FOUND = { hits: [{}], cursor: { chatMessageId: '7', groupMessageId: null }, searchedTo: null }

let found: object = FOUND
let cursors: unknown[] = []
const server = createServer(async (request, response) => {
  const { cursor } = JSON.parse((await request.toArray()).join(''))
  cursors.push(cursor)
  response.setHeader('content-type', 'application/json').end(JSON.stringify(found))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => {
  server.close()
  server.closeAllConnections()
})
beforeEach(() => {
  found = FOUND
  cursors = []
  vi.clearAllMocks()
})

const stop = vi.fn(async () => undefined)
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const measure = () => measureSearches({ url, stop }, { caller: { token: 'x' }, scope: 'a scope', searches: 2 })

test('measures each search, continues with the cursor for the second portion, and stops the server', async () => {
  const measurements = await measure()
  expect(measurements.map(({ label }) => label)).toContain('a rare word, second portion, a scope, p95')
  expect(cursors.at(0)).toBeUndefined()
  expect(cursors.at(-1)).toEqual(FOUND.cursor)
  expect(stop).toHaveBeenCalledOnce()
})

test.each([
  { lacks: 'hits', response: { ...FOUND, hits: [] }, error: 'found no message with the rare word' },
  { lacks: 'a cursor', response: { ...FOUND, cursor: null }, error: 'no cursor for a second portion' },
])('rejects a response without $lacks, and stops the server', async ({ response, error }) => {
  found = response
  await expect(measure()).rejects.toThrow(error)
  expect(stop).toHaveBeenCalledOnce()
})
