import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createTestStores, openStore } from '@app/server/testing/photo-stores'
import { afterAll, describe, expect, test } from 'vitest'
import { run, stopChild } from '../child-process.mjs'
import { findCaddy, startCaddy } from '../infra/caddy-program.mjs'
import { root } from '../infra/paths.mjs'
import { findFreePort } from '../infra/ports.mjs'

const CONFIG = ['--config', join(root, 'infra/caddy/store.Caddyfile'), '--adapter', 'caddyfile']
const MEGABYTE = 1024 * 1024

const folder = mkdtempSync(join(tmpdir(), 'salong-store-proxy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/**
 * Listens on a Unix socket in place of SeaweedFS, passes every connection on to a port, and records what it receives.
 */
async function listenOnSocket(path: string, port: number) {
  const received: string[] = []
  const server = createServer((socket) => {
    const upstream = connect(port, '127.0.0.1')
    socket.on('data', (chunk) => received.push(chunk.toString('latin1')))
    socket.pipe(upstream).pipe(socket)
    for (const stream of [socket, upstream])
      stream.on('error', () => {
        socket.destroy()
        upstream.destroy()
      })
  })
  await once(server.listen(path), 'listening')
  afterAll(() => server.close())
  return received
}

/** Runs Caddy as in compose, in front of this socket, and returns its port and its log. */
async function startStoreProxy(socket: string) {
  const port = await findFreePort()
  const log = `${socket}.log`
  const env = { STORE_PORT: String(port), STORE_SOCKET: socket }
  const child = await startCaddy('store.Caddyfile', { folder, log, env })
  afterAll(() => stopChild(child))
  return { port, readLog: () => readFileSync(log, 'utf8') }
}

const atPort = (address: string, port: number) => address.replace(/(@127\.0\.0\.1:)\d+/, `$1${port}`)

/**
 * Starts an S3 server behind the proxy. Returns a client that bypasses the proxy, both ports, the address through the
 * proxy, and what the socket has received.
 */
async function startStore(name: string, options: Parameters<typeof createTestStores>[0] = {}) {
  const { s3Address } = await createTestStores(options)
  const socket = join(folder, `${name}.sock`)
  const storePort = Number(/@127\.0\.0\.1:(\d+)/.exec(s3Address)?.[1])
  const received = await listenOnSocket(socket, storePort)
  const { port } = await startStoreProxy(socket)
  return { direct: openStore(s3Address), storePort, address: atPort(s3Address, port), port, received }
}

const { direct, storePort, address, port, received } = await startStore('strict')

async function* splitIntoChunks(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 64 * 1024) yield bytes.subarray(at, at + 64 * 1024)
}

describe('the proxy of the photo store', () => {
  test('stores, returns and removes a signed stream of several megabytes unchanged', async () => {
    const [store, bytes] = [openStore(address), randomBytes(12 * MEGABYTE)]
    await store.putStream('exports/a.zip', Readable.from(splitIntoChunks(bytes), { objectMode: false }))
    expect((await direct.read('exports/a.zip'))?.equals(bytes)).toBe(true)
    expect((await buffer((await store.open('exports/a.zip'))!)).equals(bytes)).toBe(true)
    await store.remove('exports/a.zip')
    expect(await direct.read('exports/a.zip')).toBeNull()
    expect(await store.read('exports/a.zip')).toBeNull()
  })

  test('stores and returns a signed body unchanged', async () => {
    const [store, bytes] = [openStore(address), randomBytes(5 * MEGABYTE)]
    await store.put('raw/-_aB1', bytes)
    expect((await store.read('raw/-_aB1'))?.equals(bytes)).toBe(true)
  })

  test('keeps the host that the client signed and adds no forwarding headers', async () => {
    received.length = 0
    await openStore(address).put('raw/host', Buffer.from('x'))
    expect(received.join('')).toContain(`\r\nHost: 127.0.0.1:${port}\r\n`)
    expect(received.join('')).not.toMatch(/x-forwarded-/i)
    expect(received.join('')).not.toMatch(/accept-encoding: gzip/i)
  })

  test('lists the bucket', async () => {
    // This S3 server computes the signature of a list request differently from the client, even without the proxy.
    const { address: listable } = await startStore('listable', { anySignature: true })
    const store = openStore(listable)
    await Promise.all(Array.from({ length: 30 }, (_, index) => store.put(`raw/${index}`, Buffer.alloc(100))))
    expect(await store.measure()).toEqual({ files: 30, bytes: 3_000 })
  })

  test('forwards a request that is signed with a wrong secret to the store, which rejects it', async () => {
    received.length = 0
    const store = openStore(address.replace(':S3RVER@', ':WRONG@'))
    await expect(store.put('raw/a', Buffer.from('x'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(received.join('')).toMatch(/^PUT \/photos\/raw\/a\b/)
  })

  test('reports a stopped store as UNAVAILABLE, not as a missing file, reconnects once it runs, and logs no path', async () => {
    const socket = join(folder, 'restarted.sock')
    const proxy = await startStoreProxy(socket)
    const store = openStore(atPort(address, proxy.port))
    await expect(store.read('raw/stopped')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await direct.put('raw/stopped', Buffer.from('x'))
    await listenOnSocket(socket, storePort)
    expect((await store.read('raw/stopped'))?.toString()).toBe('x')
    await expect.poll(proxy.readLog).toContain('"status":502')
    expect(proxy.readLog()).not.toMatch(/raw\/stopped|authorization/i)
  })

  test('has one listener, for HTTP on the S3 port, and neither an admin API nor an access log', async () => {
    const { out } = await run('Caddy', await findCaddy(), ['adapt', ...CONFIG])
    const { admin, apps } = JSON.parse(out)
    expect(admin).toEqual({ disabled: true })
    expect(Object.keys(apps)).toEqual(['http'])
    const servers = Object.values<Record<string, unknown>>(apps.http.servers)
    expect(servers.map(({ listen, protocols, logs }) => ({ listen, protocols, logs }))).toEqual([
      { listen: [':8333'], protocols: ['h1'], logs: undefined },
    ])
    expect(out).toContain('"dial":"unix//run/store/s3.sock"')
    expect(out).not.toContain('request_body')
  })
})
