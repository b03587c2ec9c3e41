import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

const behind = new URL(process.env.E2E_URL ?? 'http://localhost')

type Answer = { status: number; type: string; body: string }

export type Front = {
  url: string
  /** Answers the files of these addresses itself from now on. */
  answer: (addresses: RegExp, answer: Answer) => void
  /** Hands on everything again. */
  reset: () => void
  close: () => Promise<void>
  /** Listens on the same address again. */
  open: () => Promise<void>
}

export const NOTHING: Answer = { status: 404, type: 'application/json', body: '{}' }

/** The stack knows one address, and this is another. */
const asIfDirect = ({ origin, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders => ({
  ...headers,
  host: behind.host,
  ...(origin ? { origin: behind.origin } : {}),
})

/** A server before the one of all tests, on an address of its own, whose files may be those of another release. */
export async function aFront(): Promise<Front> {
  const own: [RegExp, Answer][] = []
  const server = createServer((asked, given) => {
    const [path = '/'] = (asked.url ?? '/').split('?')
    const found = own.findLast(([addresses]) => addresses.test(path))
    if (found) {
      const [, { status, type, body }] = found
      given.writeHead(status, { 'content-type': type, 'cache-control': 'no-cache' }).end(body)
      return
    }
    const { hostname, port } = behind
    const { method, url: address } = asked
    const onwards = request({ hostname, port, path: address, method, headers: asIfDirect(asked.headers) }, (answer) => {
      given.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(given)
    })
    onwards.on('error', () => given.destroy())
    asked.pipe(onwards)
  })
  server.on('upgrade', (asked, socket, head) => {
    const onwards = connect(Number(behind.port), behind.hostname, () => {
      const headers = Object.entries(asIfDirect(asked.headers)).map(([name, value]) => `${name}: ${value}`)
      onwards.write(`GET ${asked.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
      onwards.write(head)
      onwards.pipe(socket).pipe(onwards)
    })
    onwards.on('error', () => socket.destroy())
    socket.on('error', () => onwards.destroy())
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    open: () => listen(port),
    answer: (addresses, answer) => void own.push([addresses, answer]),
    reset: () => void own.splice(0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
