import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { connect } from './firefox.ts'

test('rejects pending and later requests after Firefox has closed the connection', async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => void server.close())
  server.on('connection', (socket: WebSocket) => socket.on('message', () => socket.close()))
  await once(server, 'listening')
  const { send } = await connect(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await expect(send('session.new', {})).rejects.toThrow('closed the connection')
  await expect(send('session.status', {})).rejects.toThrow('closed the connection')
})
