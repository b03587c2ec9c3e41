import { connect, createServer, type Socket as Stream } from 'node:net'
import { afterwards } from '@app/server/testing'
import type {} from '@app/server/testing-infra'
import { inject } from 'vitest'

/** Redis behind a wire that can be cut or fall silent. */
export async function aRedisWire() {
  const target = new URL(inject('testInfra').redisUrl)
  const streams = new Set<Stream>()
  const silenced = new WeakSet<Stream>()
  let state: 'WHOLE' | 'CUT' | 'SILENT' = 'WHOLE'

  const carry = (from: Stream, to: Stream): void => {
    streams.add(from)
    if (state === 'SILENT') silenced.add(from)
    from.on('error', () => {})
    from.on('data', (bytes) => void (silenced.has(from) || to.write(bytes)))
    from.on('close', () => {
      streams.delete(from)
      to.destroy()
    })
  }
  const destroyAll = (): void => {
    for (const stream of streams) stream.destroy()
  }
  const server = createServer((near) => {
    if (state === 'CUT') return void near.destroy()
    const far = connect(Number(target.port), target.hostname)
    carry(near, far)
    carry(far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterwards(async () => {
    destroyAll()
    server.close()
  })
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as { port: number }).port)
  return {
    url: url.toString(),
    cut(): void {
      state = 'CUT'
      destroyAll()
    },
    /** As behind a firewall that drops all packets: connections stay, and stay silent for good. */
    silence(): void {
      state = 'SILENT'
      for (const stream of streams) silenced.add(stream)
    },
    heal(): void {
      state = 'WHOLE'
    },
  }
}

const TEXT = 0x81
const MASKED = 0x80

/** A text frame as a browser sends it, masked with zeros. */
function frame(text: string): Buffer {
  const bytes = Buffer.from(text)
  const size = bytes.length < 126 ? [MASKED | bytes.length] : [MASKED | 126, bytes.length >> 8, bytes.length & 255]
  return Buffer.concat([Buffer.from([TEXT, ...size, 0, 0, 0, 0]), bytes])
}

/** A client of our own making, which does nothing by itself: it logs in and waits until it hears these words. */
export async function aPlainClient(hubUrl: string, token: string, words: string): Promise<Stream> {
  const { hostname, port } = new URL(hubUrl)
  const stream = connect(Number(port), hostname)
  stream.on('error', () => {})
  afterwards(async () => stream.destroy())
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
  let heard = ''
  let loggedIn = false
  await new Promise<void>((resolve) => {
    stream.on('data', (bytes) => {
      heard += bytes.toString('latin1')
      if (!loggedIn && heard.includes('"sid"')) {
        loggedIn = true
        stream.write(frame(`40${JSON.stringify({ sessionId: token })}`))
      }
      if (heard.includes(words)) resolve()
    })
  })
  return stream
}

/** A client that logs in and then stops reading. */
export async function aDeafClient(hubUrl: string, token: string): Promise<void> {
  const stream = await aPlainClient(hubUrl, token, '["ready"]')
  stream.pause()
}
