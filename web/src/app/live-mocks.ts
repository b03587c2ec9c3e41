import type { Push } from '@app/contract/pushes'
import { vi } from 'vitest'
import type { FakeChats } from '../chats/fakes/fake-chats.ts'
import { ApiError } from '../lib/http/api-error.ts'

type Listener = (...args: never[]) => void

/** A socket that behaves like a Socket.IO client without automatic reconnection. */
export class FakeSocket {
  connected = false
  connectCount = 0
  frames: unknown[] = []
  listeners = new Map<string, Listener[]>()
  anyListener: Listener = () => undefined
  io = { on: (event: string, listener: Listener) => this.on(`io ${event}`, listener) }
  on(event: string, listener: Listener): void {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener])
  }
  onAny(listener: Listener): void {
    this.anyListener = listener
  }
  emit(...frame: unknown[]): void {
    this.frames.push(frame)
  }
  fire(event: string, ...args: unknown[]): void {
    for (const listener of this.listeners.get(event) ?? []) listener(...(args as never[]))
  }
  connect(): void {
    this.connectCount += 1
  }
  disconnect(): void {
    if (this.connected) this.drop('io client disconnect')
  }
  /** Accepts the connection and subscribes the member. */
  becomeReady(): void {
    this.connected = true
    this.fire('connect')
    this.anyListener(...(['ready'] as never[]))
    this.fire('ready')
  }
  drop(reason = 'transport close'): void {
    this.connected = false
    this.fire('disconnect', reason)
  }
  reject(code: string): void {
    this.fire('connect_error', new Error(code))
  }
  push(push: Push): void {
    this.anyListener(...([push.type, push] as never[]))
  }
}

/**
 * The sockets and requests of the client, and the server that responds. Importing this file replaces the modules that use
 * the network, for files that are imported after it, so a test file imports it first.
 */
const network = vi.hoisted(() => ({
  sockets: [] as { auth: unknown; socket: FakeSocket }[],
  requests: [] as string[],
  server: null as FakeChats | null,
  isDown: false,
}))

export { network }

vi.mock('socket.io-client', () => ({
  io: ({ auth }: { auth: unknown }) => {
    const socket = new FakeSocket()
    network.sockets.push({ auth, socket })
    return socket
  },
}))

const request = <Result>(name: string, respond: (server: FakeChats) => Result) => {
  network.requests.push(name)
  if (network.isDown || !network.server) return Promise.reject(new ApiError('NETWORK', ''))
  return Promise.resolve(structuredClone(respond(network.server)))
}

vi.mock('../chats/api.ts', () => ({
  getList: (list: 'chats' | 'invites' | 'sent') => request(`list ${list}`, (server) => server.list(list)),
  getCount: () => request('count', (server) => server.count()),
  getNewest: (id: string) => request('newest', (server) => server.getChat(id)),
  getChanges: (id: string, since: number) => request(`since ${since}`, (server) => server.getChat(id, { since })),
}))

vi.mock('../news/count-api.ts', () => ({
  getNewsCount: () => request('news count', () => ({ count: 1, seen: null, newest: ['1'] })),
}))

vi.mock('../accounts/api.ts', () => ({
  verifySession: async () => {
    network.requests.push('verify')
  },
}))

vi.mock('../lib/http/http.ts', () => ({
  get: async () => {
    if (network.isDown) throw new ApiError('NETWORK', '')
    return { count: 0, seen: null, newest: [] }
  },
  post: async (path: string) => {
    network.requests.push(path)
  },
}))
