import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { registerHandlerDrain } from './drain-handlers.ts'

test('shutdown waits for in-flight handlers, including those whose client disconnected', async () => {
  const order: string[] = []
  const app = fastify()
  registerHandlerDrain(app)
  let finishHandler = () => {}
  app.post('/', async () => {
    await new Promise<void>((resolve) => {
      finishHandler = resolve
    })
    order.push('done')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const clientRequest = request({ method: 'POST', host: '127.0.0.1', port: (app.server.address() as AddressInfo).port })
  const disconnected = once(clientRequest, 'error')
  const [[, response]] = await Promise.all([once(app.server, 'request'), clientRequest.end()])
  clientRequest.destroy(new Error('disconnected'))
  await Promise.all([disconnected, once(response, 'close')])

  const closed = app.close().then(() => order.push('closed'))
  await expect.poll(() => app.server.listening).toBe(false)
  finishHandler()
  await closed
  expect(order).toEqual(['done', 'closed'])
})
