import { Agent, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { testConfig } from '@app/server/testing/context'
import { expect, onTestFinished, test } from 'vitest'
import { createTestGateway, setUpTestGateway } from '../../testing.ts'

const { ctx } = await setUpTestGateway()

const fetchResponse = (port: number, agent: Agent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/api/v2/app-config', agent }, (response) => resolve(response.resume())).on(
      'error',
      reject,
    )
  })

const createAgent = (): Agent => {
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
  const [firstAgent, secondAgent] = [createAgent(), createAgent()]
  for (const agent of [firstAgent, secondAgent])
    expect((await fetchResponse(port, agent)).headers.connection).toBe('keep-alive')

  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  for (const agent of [firstAgent, secondAgent]) {
    const lastResponse = await fetchResponse(port, agent)
    expect(lastResponse.statusCode).toBe(200)
    expect(lastResponse.headers.connection).toBe('close')
  }
  await expect(fetchResponse(port, createAgent())).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await closed
})
