import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { test as base } from './test.ts'

const upstream = new URL(process.env.E2E_URL ?? 'http://localhost')

type FixedResponse = { status: number; type: string; body: string }

export type ReleaseProxy = {
  url: string
  /** Responds to requests for these paths itself. */
  serve: (paths: RegExp, response: FixedResponse) => void
  /** Forwards all requests again. */
  reset: () => void
  close: () => Promise<void>
  /** Listens on the same port again. */
  open: () => Promise<void>
}

export const NOT_FOUND: FixedResponse = { status: 404, type: 'application/json', body: '{}' }

/** Replaces host and origin, since the stack only accepts its own origin. */
const forwardHeaders = ({ origin, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders => ({
  ...headers,
  host: upstream.host,
  ...(origin ? { origin: upstream.origin } : {}),
})

/** Starts a proxy in front of the shared stack, on its own port, which can serve files of another release. */
async function aReleaseProxy(): Promise<ReleaseProxy> {
  const overrides: [RegExp, FixedResponse][] = []
  const server = createServer((incoming, outgoing) => {
    const [path = '/'] = (incoming.url ?? '/').split('?')
    const override = overrides.findLast(([paths]) => paths.test(path))
    if (override) {
      const [, { status, type, body }] = override
      outgoing.writeHead(status, { 'content-type': type, 'cache-control': 'no-cache' }).end(body)
      return
    }
    const { hostname, port } = upstream
    const { method, url } = incoming
    const upstreamRequest = request(
      // Connections are not reused, because the server may close an idle one while a request is on its way.
      { hostname, port, path: url, method, headers: forwardHeaders(incoming.headers), agent: false },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
      },
    )
    upstreamRequest.on('error', () => outgoing.destroy())
    incoming.pipe(upstreamRequest)
  })
  server.on('upgrade', (incoming, socket, head) => {
    const upstreamSocket = connect(Number(upstream.port), upstream.hostname, () => {
      const headers = Object.entries(forwardHeaders(incoming.headers)).map(([name, value]) => `${name}: ${value}`)
      upstreamSocket.write(`GET ${incoming.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
      upstreamSocket.write(head)
      upstreamSocket.pipe(socket).pipe(upstreamSocket)
    })
    upstreamSocket.on('error', () => socket.destroy())
    socket.on('error', () => upstreamSocket.destroy())
  })
  server.keepAliveTimeout = 0
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
    serve: (paths, response) => void overrides.push([paths, response]),
    reset: () => void overrides.splice(0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** A test with a proxy of its own in front of the shared stack. */
export const test = base.extend<{ releaseProxy: ReleaseProxy }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from the pattern.
  releaseProxy: async ({}, use) => {
    const releaseProxy = await aReleaseProxy()
    await use(releaseProxy)
    await releaseProxy.close()
  },
})
