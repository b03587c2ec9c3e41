import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { registerFinishCalls } from './finish-calls.ts'

test('a gateway leaves when all is done that was begun, also for who went away meanwhile', async () => {
  const order: string[] = []
  const app = fastify()
  registerFinishCalls(app)
  let finish = () => {}
  app.post('/', async () => {
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    order.push('done')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const call = request({ method: 'POST', host: '127.0.0.1', port: (app.server.address() as AddressInfo).port })
  const gone = once(call, 'error')
  const [[, answer]] = await Promise.all([once(app.server, 'request'), call.end()])
  call.destroy(new Error('gone'))
  await Promise.all([gone, once(answer, 'close')])

  const left = app.close().then(() => order.push('left'))
  await expect.poll(() => app.server.listening).toBe(false)
  finish()
  await left
  expect(order).toEqual(['done', 'left'])
})
