import { type FastifyReply, fastify } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { registerDeadline } from './deadline.ts'
import { registerErrors } from './errors.ts'

const DEADLINE = 10_000

/** A call whose handler leaves the answer to the test. */
async function aCall(config: { handlerTime?: number } = {}) {
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

test('a call whose handler comes to no end is answered, and what is said later is dropped', async () => {
  const { reply, answer } = await aCall()
  vi.advanceTimersByTime(DEADLINE)
  reply.send('too late')
  expect(await answer).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } })
  expect((await answer).json()).toMatchObject({ code: 'UNAVAILABLE' })
})

test('a call that says so may take longer', async () => {
  const { reply, answer } = await aCall({ handlerTime: 3 * DEADLINE })
  vi.advanceTimersByTime(2 * DEADLINE)
  reply.send('in time')
  expect(await answer).toMatchObject({ statusCode: 200, body: 'in time' })
})

test('an answer that has begun is not cut off', async () => {
  const { reply, answer } = await aCall()
  reply.hijack()
  reply.raw.writeHead(200)
  reply.raw.write('begun, ')
  vi.advanceTimersByTime(DEADLINE)
  reply.raw.end('and ended')
  expect(await answer).toMatchObject({ statusCode: 200, body: 'begun, and ended' })
})
