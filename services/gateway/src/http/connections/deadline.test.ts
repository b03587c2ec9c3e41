import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type FastifyReply, fastify } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { registerErrors } from '../errors.ts'
import { registerDeadline } from './deadline.ts'

const DEADLINE_MS = 10_000

/** Sends a request whose handler does not respond, and returns the reply for the test to send. */
async function aPendingRequest(config: { handlerTimeoutMs?: number } = {}) {
  const app = fastify()
  registerErrors(app)
  registerDeadline(app)
  const handlerCalled = new Promise<{ reply: FastifyReply }>((resolve) => {
    app.get('/', { config }, (_, reply) => resolve({ reply }))
  })
  const response = app.inject({ url: '/' }).then((response) => response)
  return { ...(await handlerCalled), response }
}

beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterAll(() => void vi.useRealTimers())

test('a request whose handler never finishes gets UNAVAILABLE, and a late response is dropped', async () => {
  const { reply, response } = await aPendingRequest()
  vi.advanceTimersByTime(DEADLINE_MS)
  reply.send('too late')
  expect(await response).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } })
  expect((await response).json()).toMatchObject({ code: 'UNAVAILABLE' })
})

test('a route may declare a longer deadline', async () => {
  const { reply, response } = await aPendingRequest({ handlerTimeoutMs: 3 * DEADLINE_MS })
  vi.advanceTimersByTime(2 * DEADLINE_MS)
  reply.send('in time')
  expect(await response).toMatchObject({ statusCode: 200, body: 'in time' })
})

test('a response in progress is not cut off', async () => {
  const { reply, response } = await aPendingRequest()
  reply.hijack()
  reply.raw.writeHead(200)
  reply.raw.write('begun, ')
  vi.advanceTimersByTime(DEADLINE_MS)
  reply.raw.end('and ended')
  expect(await response).toMatchObject({ statusCode: 200, body: 'begun, and ended' })
})

test('the deadline excludes the time in which the client sends its body', async () => {
  const app = fastify()
  registerErrors(app)
  registerDeadline(app)
  const handlerCalled = new Promise<{ reply: FastifyReply }>((resolve) => {
    app.post('/', (_, reply) => resolve({ reply }))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const headers = { 'content-type': 'application/json', 'content-length': 2 }
  const clientRequest = request({ port, host: '127.0.0.1', method: 'POST', headers })
  const response = new Promise<string>((resolve, reject) => {
    clientRequest.on('error', reject).on('response', (response) => resolve(text(response)))
  })
  const requestReceived = once(app.server, 'request')
  clientRequest.write('{')
  const [incoming]: IncomingMessage[] = await requestReceived
  while (!incoming?.readableFlowing) await new Promise(setImmediate)
  vi.advanceTimersByTime(2 * DEADLINE_MS - 1)
  clientRequest.end('}')
  const { reply } = await handlerCalled
  vi.advanceTimersByTime(DEADLINE_MS - 1)
  reply.send('in time')
  expect(await response).toBe('in time')
  await app.close()
})
