import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { ErrorResponse } from '@app/contract/errors'
import { afterTest } from '@app/server/testing/context'
import * as z from 'zod/mini'
import { API_PREFIX } from './api.ts'
import type { App } from './app.ts'

/** Makes the gateway listen and returns its port. */
export async function listen(app: App): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

type RawResponse = { status: number; body: string; headers: IncomingHttpHeaders }
type RequestOptions = { method?: string; path: string; headers?: Record<string, string>; body?: Buffer }

/** Opens a client that sends one request at a time on a kept-alive connection, as a proxy does for many members. */
export function openKeepAliveConnection(port: number): {
  send: (options: RequestOptions) => Promise<RawResponse>
  countConnections: () => number
} {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  afterTest(async () => agent.destroy())
  const sockets = new Set<unknown>()
  const send = ({ method = 'POST', path, headers = {}, body }: RequestOptions) =>
    new Promise<RawResponse>((resolve, reject) => {
      const clientRequest = request({ host: '127.0.0.1', port, agent, method, path: `${API_PREFIX}${path}`, headers })
      clientRequest.on('socket', (socket) => sockets.add(socket))
      clientRequest.on('error', reject).on('response', async (response) => {
        resolve({ status: Number(response.statusCode), body: await text(response), headers: response.headers })
      })
      clientRequest.end(body)
    })
  return { send, countConnections: () => sockets.size }
}

/** Opens a connection on which a test writes raw bytes; collects what the gateway sends. */
export function openRawConnection(port: number) {
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
  let received = ''
  let failure: Error | undefined
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.on('error', (error) => {
    failure = error
  })
  const closed = new Promise<void>((resolve) => socket.on('end', resolve).on('close', () => resolve()))
  afterTest(async () => void socket.destroy())
  return {
    send: (data: string | Buffer) => new Promise<void>((resolve) => socket.write(data, () => resolve())),
    endSending: () => void socket.end(),
    closed,
    received: () => received,
    failure: () => failure,
    statuses: () => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status)),
    errorCodes: () => [...received.matchAll(/"code":"(\w+)"/g)].map(([, code]) => code),
  }
}

/** Renders the head of a POST request. */
export const renderPostHead = (path: string, headers: Record<string, string | number>): string => {
  const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST ${API_PREFIX}${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

export const parseErrorCode = (body: string): string | undefined =>
  z.safeParse(ErrorResponse, JSON.parse(body)).data?.code
