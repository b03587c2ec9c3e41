import { connect, type Socket as Stream } from 'node:net'
import { afterTest } from '@app/server/testing/context'
import { aFaultyProxy } from '@app/server/testing/faulty-proxy'
import type {} from '@app/server/testing/infra'
import { inject } from 'vitest'

/** Starts a proxy in front of Redis that can cut or silence its connections. */
export const aRedisProxy = () => aFaultyProxy(inject('testInfra').redisUrl)

const FINAL_TEXT_FRAME = 0x81
const MASK_BIT = 0x80
/** Announces a length of two bytes. */
const EXTENDED_LENGTH = 126

/** Builds a WebSocket text frame as a browser sends it, masked with zeros. */
export function encodeTextFrame(text: string): Buffer {
  const bytes = Buffer.from(text)
  const size =
    bytes.length < EXTENDED_LENGTH
      ? [MASK_BIT | bytes.length]
      : [MASK_BIT | EXTENDED_LENGTH, bytes.length >> 8, bytes.length & 255]
  return Buffer.concat([Buffer.from([FINAL_TEXT_FRAME, ...size, 0, 0, 0, 0]), bytes])
}

/** Connects a raw WebSocket client that sends no heartbeats, logs it in, and waits until it receives the text. */
export async function aRawClient(hubUrl: string, token: string, expectedText: string): Promise<Stream> {
  const { hostname, port } = new URL(hubUrl)
  const stream = connect(Number(port), hostname)
  stream.on('error', () => {})
  afterTest(async () => stream.destroy())
  stream.write(
    [
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      `Host: ${hostname}:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
      '\r\n',
    ].join('\r\n'),
  )
  let received = ''
  let isLoggedIn = false
  await new Promise<void>((resolve) => {
    stream.on('data', (bytes) => {
      received += bytes.toString('latin1')
      if (!isLoggedIn && received.includes('"sid"')) {
        isLoggedIn = true
        stream.write(encodeTextFrame(`40${JSON.stringify({ sessionId: token })}`))
      }
      if (received.includes(expectedText)) resolve()
    })
  })
  return stream
}

/** Connects a client that logs in and then stops reading. */
export async function aSlowConsumer(hubUrl: string, token: string): Promise<void> {
  const stream = await aRawClient(hubUrl, token, '["ready"]')
  stream.pause()
}
