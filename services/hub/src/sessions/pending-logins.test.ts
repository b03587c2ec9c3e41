import { request } from 'node:http'
import type { Duplex } from 'node:stream'
import { UNAUTHENTICATED_SOCKETS_MAX } from '@app/contract/limits'
import type { OwnedCtx } from '@app/server/context'
import { afterTest } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aHub, createToken, eventually, hubContext, type TestHub } from '../testing.ts'
import { encodeTextFrame } from '../testing-connections.ts'

let ctx: OwnedCtx
beforeAll(async () => {
  ctx = await hubContext({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' })
})
afterAll(() => ctx.close())

const HEADERS = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

/**
 * Opens a WebSocket that sends nothing by itself, from an IP address behind the proxy; undefined if the hub rejects it.
 */
const aSilentSocket = ({ url }: TestHub, ip: string): Promise<Duplex | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { ...HEADERS, 'x-forwarded-for': ip }
    request(`${url}/socket.io/?EIO=4&transport=websocket`, { headers })
      .on('upgrade', (_, socket) => {
        afterTest(async () => socket.destroy())
        resolve(socket)
      })
      .on('response', (response) => {
        response.resume()
        resolve(undefined)
      })
      .on('error', reject)
      .end()
  })

test('rejects sockets beyond the limit of pending logins of a network, and accepts other networks', async () => {
  const hub = await aHub(ctx)
  const [crowdedIp, otherIp] = ['192.0.2.1', '192.0.2.2']
  const sockets: (Duplex | undefined)[] = []
  for (let count = 0; count < UNAUTHENTICATED_SOCKETS_MAX; count += 1) sockets.push(await aSilentSocket(hub, crowdedIp))
  expect(sockets).not.toContain(undefined)
  expect(await aSilentSocket(hub, crowdedIp)).toBeUndefined()
  expect(await aSilentSocket(hub, otherIp)).toBeDefined()

  sockets[0]?.destroy()
  await eventually(async () => expect(await aSilentSocket(hub, crowdedIp)).toBeDefined())
  expect(await aSilentSocket(hub, crowdedIp)).toBeUndefined()

  const login = { sessionId: createToken(hub, await aMember(ctx.db)) }
  sockets[1]?.write(encodeTextFrame(`40${JSON.stringify(login)}`))
  await eventually(async () => expect(await aSilentSocket(hub, crowdedIp)).toBeDefined())
})
