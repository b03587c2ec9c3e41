import { EventEmitter } from 'node:events'
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import type { Duplex } from 'node:stream'
import { UNAUTHENTICATED_SOCKETS_MAX } from '@app/contract/limits'
import { afterTest } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { expect, test } from 'vitest'
import type { Sockets } from '../sockets.ts'
import { aHub, createToken, eventually, setUpHubContext, type TestHub } from '../testing.ts'
import { encodeTextFrame } from '../testing-connections.ts'
import { limitPendingLogins } from './pending-logins.ts'

const ctx = await setUpHubContext({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' })

const HEADERS = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

/**
 * Opens a WebSocket that sends nothing, as a client with this IP address behind the proxy. Returns undefined if the hub
 * rejects it.
 */
const aSilentSocket = ({ url }: TestHub, ip: string, changes: OutgoingHttpHeaders = {}): Promise<Duplex | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { ...HEADERS, 'x-forwarded-for': ip, ...changes }
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

test('rejects sockets of a network that has reached the limit on pending logins, and accepts those of other networks', async () => {
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

test('accepts only as many of two hundred simultaneous sockets of a network as its limit allows', async () => {
  const hub = await aHub(ctx)
  const sockets = await Promise.all(Array.from({ length: 200 }, () => aSilentSocket(hub, '192.0.2.3')))
  expect(sockets.filter(Boolean)).toHaveLength(UNAUTHENTICATED_SOCKETS_MAX)
})

test('counts requests whose WebSockets have yet to open', () => {
  const { reserve } = limitPendingLogins({ on: () => undefined } as unknown as Sockets, ctx)
  const aRequest = () => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress: '127.0.0.1' })
    return { socket, headers: { 'x-forwarded-for': '192.0.2.4' } } as unknown as IncomingMessage
  }
  const reservations = Array.from({ length: 200 }, () => reserve(aRequest()))
  expect(reservations.filter(Boolean)).toHaveLength(UNAUTHENTICATED_SOCKETS_MAX)
})

test('stops counting requests whose WebSocket handshake is malformed', async () => {
  const hub = await aHub(ctx)
  const ip = '192.0.2.5'
  for (let count = 0; count <= UNAUTHENTICATED_SOCKETS_MAX; count += 1)
    expect(await aSilentSocket(hub, ip, { 'sec-websocket-key': 'x' })).toBeUndefined()
  await eventually(async () => expect(await aSilentSocket(hub, ip)).toBeDefined())
})
