import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '@app/server/errors'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { createErrorResponse } from '../errors.ts'
import { awaitsBody, isReceived, markBroken } from './unread-bodies.ts'

type Fault = Error & { code?: string }

/**
 * How long a client may go on sending after it was rejected; closing immediately would discard the response in transit.
 */
const LINGER_TIMEOUT_MS = 5_000

const REQUEST_TIMEOUT_CODE = 'ERR_HTTP_REQUEST_TIMEOUT'
const STATUS_BY_CODE = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  [REQUEST_TIMEOUT_CODE, 408],
])

/** The most recent request of each connection. */
const replies = new WeakMap<Socket, FastifyReply>()
const handledSockets = new WeakSet<Socket>()

export const registerMalformed = (app: FastifyInstance): void =>
  void app.addHook('onRequest', ({ raw }, reply, done) => {
    replies.set(raw.socket, reply)
    done()
  })

/**
 * Responds to a request whose body broke off or takes too long. The client is not to blame for a remainder that the
 * gateway does not read.
 */
function rejectBody({ code }: Fault, reply: FastifyReply): void {
  if (reply.sent) return
  markBroken(reply.request.raw)
  const rejection =
    code !== REQUEST_TIMEOUT_CODE ? 'VALIDATION' : awaitsBody(reply.request) ? 'REQUEST_TIMEOUT' : 'UNAVAILABLE'
  reply.send(new AppError(rejection))
}

function rejectConnection({ code = '' }: Fault, socket: Socket): void {
  if (!socket.writable) return void socket.destroy()
  const status = STATUS_BY_CODE.get(code) ?? 400
  const rejection = new AppError(status === 431 ? 'TOO_LARGE' : status === 408 ? 'REQUEST_TIMEOUT' : 'VALIDATION')
  const body = JSON.stringify(createErrorResponse(rejection, 'SWEDISH'))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
  setTimeout(() => socket.destroy(), LINGER_TIMEOUT_MS).unref()
}

/**
 * Responds to input that is not HTTP, has too large headers or takes too long: as the response to the request in whose
 * body the fault is, otherwise after the responses to all earlier requests. Node reports the same fault again with each
 * further chunk.
 */
export function rejectMalformed(fault: Fault, socket: Socket): void {
  if (fault.code === 'ECONNRESET' || socket.destroyed) return void socket.destroy()
  if (handledSockets.has(socket)) return
  handledSockets.add(socket)
  const reply = replies.get(socket)
  if (reply && !isReceived(reply.request)) rejectBody(fault, reply)
  else if (reply && !reply.raw.closed) reply.raw.once('close', () => rejectConnection(fault, socket))
  else rejectConnection(fault, socket)
}
