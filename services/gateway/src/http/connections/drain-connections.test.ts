import { Agent, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { testConfig } from '@app/server/testing/context'
import { expect, onTestFinished, test } from 'vitest'
import { createTestGateway, setUpTestGateway } from '../../testing.ts'

const { ctx } = await setUpTestGateway()

const fetchAnswer = (port: number, agent: Agent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/api/v2/app-config', agent }, (answer) => resolve(answer.resume())).on(
      'error',
      reject,
    )
  })

const connection = (): Agent => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return agent
}

test('during shutdown, open connections get one more response and new ones are not accepted', async () => {
  const { app } = await createTestGateway({
    ...ctx,
    config: testConfig(ctx.config.databaseUrl, { TRUST_PROXY: 'loopback' }),
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const [one, other] = [connection(), connection()]
  for (const agent of [one, other]) expect((await fetchAnswer(port, agent)).headers.connection).toBe('keep-alive')

  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  for (const agent of [one, other]) {
    const last = await fetchAnswer(port, agent)
    expect(last.statusCode).toBe(200)
    expect(last.headers.connection).toBe('close')
  }
  await expect(fetchAnswer(port, connection())).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await closed
})
