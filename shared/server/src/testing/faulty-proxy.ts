import { connect, createServer, type Socket as Stream } from 'node:net'
import { afterTest } from './context.ts'

/** Creates a TCP proxy for a server, whose connections a test can cut or silence. */
export async function aFaultyProxy(serverUrl: string) {
  const target = new URL(serverUrl)
  const streams = new Set<Stream>()
  const silencedStreams = new WeakSet<Stream>()
  let state: 'OPEN' | 'CUT' | 'SILENT' = 'OPEN'

  const forward = (source: Stream, destination: Stream): void => {
    streams.add(source)
    if (state === 'SILENT') silencedStreams.add(source)
    source.on('error', () => {})
    source.on('data', (bytes) => void (silencedStreams.has(source) || destination.write(bytes)))
    source.on('close', () => {
      streams.delete(source)
      destination.destroy()
    })
  }
  const destroyAll = (): void => {
    for (const stream of streams) stream.destroy()
  }
  const server = createServer((client) => {
    if (state === 'CUT') return void client.destroy()
    const upstream = connect(Number(target.port), target.hostname)
    forward(client, upstream)
    forward(upstream, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterTest(async () => {
    destroyAll()
    server.close()
  })
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as { port: number }).port)
  return {
    url: url.toString(),
    /** Closes all connections, and new ones as soon as they are opened. */
    cut(): void {
      state = 'CUT'
      destroyAll()
    },
    /** Drops all packets, as a firewall does: existing connections stay open, but never transmit again. */
    silence(): void {
      state = 'SILENT'
      for (const stream of streams) silencedStreams.add(stream)
    },
    /** Lets new connections through; silenced ones stay silent. */
    heal(): void {
      state = 'OPEN'
    },
  }
}
