import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type FastifyReply, fastify } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { registerErrors } from '../errors.ts'
import { registerDeadline } from './deadline.ts'

const DEADLINE = 10_000

/** Creates a call whose handler leaves the response to the test. */
async function aCall(config: { handlerTimeoutMs?: number } = {}) {
  const app = fastify()
  registerErrors(app)
  registerDeadline(app)
  const called = new Promise<{ reply: FastifyReply }>((resolve) => {
    app.get('/', { config }, (_, reply) => resolve({ reply }))
  })
  const answer = app.inject({ url: '/' }).then((response) => response)
  return { ...(await called), answer }
}

beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterAll(() => void vi.useRealTimers())

test('a call whose handler never ends gets a response, and a later one is dropped', async () => {
  const { reply, answer } = await aCall()
  vi.advanceTimersByTime(DEADLINE)
  reply.send('too late')
  expect(await answer).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } })
  expect((await answer).json()).toMatchObject({ code: 'UNAVAILABLE' })
})

test('a route may declare a longer deadline', async () => {
  const { reply, answer } = await aCall({ handlerTimeoutMs: 3 * DEADLINE })
  vi.advanceTimersByTime(2 * DEADLINE)
  reply.send('in time')
  expect(await answer).toMatchObject({ statusCode: 200, body: 'in time' })
})

test('a response in progress is not cut off', async () => {
  const { reply, answer } = await aCall()
  reply.hijack()
  reply.raw.writeHead(200)
  reply.raw.write('begun, ')
  vi.advanceTimersByTime(DEADLINE)
  reply.raw.end('and ended')
  expect(await answer).toMatchObject({ statusCode: 200, body: 'begun, and ended' })
})

test('the time in which the client sends its body does not count', async () => {
  const app = fastify()
  registerErrors(app)
  registerDeadline(app)
  const called = new Promise<{ reply: FastifyReply }>((resolve) => {
    app.post('/', (_, reply) => resolve({ reply }))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const headers = { 'content-type': 'application/json', 'content-length': 2 }
  const call = request({ port, host: '127.0.0.1', method: 'POST', headers })
  const answer = new Promise<string>((resolve, reject) => {
    call.on('error', reject).on('response', (response) => resolve(text(response)))
  })
  const received = once(app.server, 'request')
  call.write('{')
  const [incoming]: IncomingMessage[] = await received
  while (!incoming?.readableFlowing) await new Promise(setImmediate)
  vi.advanceTimersByTime(2 * DEADLINE - 1)
  call.end('}')
  const { reply } = await called
  vi.advanceTimersByTime(DEADLINE - 1)
  reply.send('in time')
  expect(await answer).toBe('in time')
  await app.close()
})
