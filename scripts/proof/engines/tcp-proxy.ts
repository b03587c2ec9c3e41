import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  /** Stops accepting connections and closes the open ones, as a stopped gateway does. */
  stop: () => Promise<void>
  start: () => Promise<void>
}

/** Forwards connections to a port of this machine, until it is stopped. */
export async function startTcpProxy(port: number, upstreamPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const upstream = connect(upstreamPort, '127.0.0.1')
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  const start = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await start()
  return {
    start,
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
