import { EventEmitter } from 'node:events'
import { createLog } from '@app/server/process/log'
import { testConfig } from '@app/server/testing/context'
import { expect, onTestFinished, test } from 'vitest'
import { trackConnections } from './connections.ts'
import type { Sockets } from './sockets.ts'

/** Creates a connection below Socket.IO, as the engine reports it. */
function aConnection() {
  const engine = new EventEmitter()
  const log = createLog({ level: 'silent', service: 'test' })
  const { stop } = trackConnections({ engine } as unknown as Sockets, { config: testConfig('postgres://none'), log })
  onTestFinished(stop)
  const socket = {
    isDestroyed: false,
    destroy() {
      socket.isDestroyed = true
    },
  }
  const connection = Object.assign(new EventEmitter(), { request: { socket } })
  engine.emit('connection', connection)
  return { connection, socket }
}

test('destroys the TCP connection of a client that no longer answers heartbeats', () => {
  const { connection, socket } = aConnection()
  connection.emit('close', 'ping timeout')
  expect(socket.isDestroyed).toBe(true)
})

test('keeps the TCP connection of a client that closed its WebSocket', () => {
  const { connection, socket } = aConnection()
  connection.emit('close', 'transport close')
  expect(socket.isDestroyed).toBe(false)
})
