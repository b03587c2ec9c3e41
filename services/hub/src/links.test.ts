import { EventEmitter } from 'node:events'
import { createLog } from '@app/server/log'
import { testConfig } from '@app/server/testing'
import { expect, onTestFinished, test } from 'vitest'
import { watchLinks } from './links.ts'
import type { Sockets } from './sockets.ts'

/** A connection below Socket.IO, as the engine reports it. */
function aLink() {
  const engine = new EventEmitter()
  const log = createLog({ level: 'silent', service: 'test' })
  const { stop } = watchLinks({ engine } as unknown as Sockets, { config: testConfig('postgres://none'), log })
  onTestFinished(stop)
  const socket = {
    isDestroyed: false,
    destroy() {
      socket.isDestroyed = true
    },
  }
  const link = Object.assign(new EventEmitter(), { request: { socket } })
  engine.emit('connection', link)
  return { link, socket }
}

test('releases the TCP connection of a client that no longer answers heartbeats', () => {
  const { link, socket } = aLink()
  link.emit('close', 'ping timeout')
  expect(socket.isDestroyed).toBe(true)
})

test('leaves the TCP connection of a client that said goodbye to the WebSocket', () => {
  const { link, socket } = aLink()
  link.emit('close', 'transport close')
  expect(socket.isDestroyed).toBe(false)
})
