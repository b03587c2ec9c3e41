import { connect, createServer, type Socket as Stream } from 'node:net'
import { afterTest } from './context.ts'

/** Creates a proxy of a server whose connections can be cut or silenced. */
export async function aFaultyProxy(serverUrl: string) {
  const target = new URL(serverUrl)
  const streams = new Set<Stream>()
  const silenced = new WeakSet<Stream>()
  let state: 'OPEN' | 'CUT' | 'SILENT' = 'OPEN'

  const forward = (from: Stream, to: Stream): void => {
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
    cut(): void {
      state = 'CUT'
      destroyAll()
    },
    /** Drops all packets, as a firewall does: existing connections stay open, but never transmit again. */
    silence(): void {
      state = 'SILENT'
      for (const stream of streams) silenced.add(stream)
    },
    heal(): void {
      state = 'OPEN'
    },
  }
}
