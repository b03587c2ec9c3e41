import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { testConfig } from '@app/server/testing/context'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestGateway, setUpTestGateway, type TestGateway } from '../../testing.ts'

const { ctx } = await setUpTestGateway()

const getPort = (server: Pick<Server, 'address'>): number => {
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('not listening')
  return address.port
}

/** A hub that echoes every message, and rejects sockets from one origin. */
const hub = createServer()
const hubSockets = new Set<Socket>()
hub.on('upgrade', (request, socket: Socket) => {
  hubSockets.add(socket)
  socket.on('error', () => {}).on('close', () => hubSockets.delete(socket))
  if (request.headers.origin === 'https://foreign.test') {
    return void socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno')
  }
  socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
  socket.pipe(socket)
})

let gateway: TestGateway
beforeAll(async () => {
  await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve))
  const settings = { HUB_URL: `http://127.0.0.1:${getPort(hub)}` }
  gateway = await createTestGateway({ ...ctx, config: testConfig(ctx.config.databaseUrl, settings) })
  await gateway.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => new Promise<void>((resolve) => void hub.close(() => resolve())))

function connectSocket(path: string, origin = 'http://localhost:8080') {
  const socket = connect(getPort(gateway.app.server), '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()).on('error', () => {}))
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nOrigin: ${origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  )
  return { socket, closed, received: () => received }
}

test('a socket reaches the hub and receives its messages', async () => {
  const { socket, received, closed } = connectSocket('/socket.io/?EIO=4&transport=websocket')
  await expect.poll(received).toContain('101 Switching Protocols')
  socket.write('hej hubben')
  await expect.poll(received).toContain('hej hubben')
  socket.end()
  await closed
  await expect.poll(() => hubSockets.size).toBe(0)
})

test("the hub's rejection reaches the client", async () => {
  const { received, closed } = connectSocket('/socket.io/', 'https://foreign.test')
  await closed
  expect(received()).toMatch(/^HTTP\/1\.1 403 /)
})

test('only the path of the hub can be upgraded to a WebSocket', async () => {
  const { received, closed } = connectSocket('/api/v2/chats')
  await closed
  expect(received()).toBe('')
})

test('a socket closes when the hub closes it, fails while the hub is unavailable, and closes at shutdown', async () => {
  const firstSocket = connectSocket('/socket.io/')
  await expect.poll(firstSocket.received).toContain('101')
  for (const socket of hubSockets) socket.destroy()
  await firstSocket.closed
  const openSocket = connectSocket('/socket.io/')
  await expect.poll(openSocket.received).toContain('101')
  hub.close()
  const rejectedSocket = connectSocket('/socket.io/')
  await rejectedSocket.closed
  expect(rejectedSocket.received()).not.toContain('101')
  await gateway.app.close()
  await openSocket.closed
})
