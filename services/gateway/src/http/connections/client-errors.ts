import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '@app/server/errors'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { createErrorResponse, DEFAULT_LANGUAGE } from '../errors.ts'
import { awaitsBody, isBodyReceived, markBodyBroken } from './unread-bodies.ts'

/** An error of Node's event `clientError`. */
type ClientError = Error & { code?: string }

/**
 * The time for which a client may go on sending after it was rejected; closing immediately would discard the response
 * in transit.
 */
const LINGER_TIMEOUT_MS = 5_000

const REQUEST_TIMEOUT_CODE = 'ERR_HTTP_REQUEST_TIMEOUT'
const STATUS_BY_CODE = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  [REQUEST_TIMEOUT_CODE, 408],
])

/** The most recent reply of each connection. */
const latestReplies = new WeakMap<Socket, FastifyReply>()
const handledSockets = new WeakSet<Socket>()

/** Remembers the replies that `handleClientError` needs. */
export const registerClientErrors = (app: FastifyInstance): void =>
  void app.addHook('onRequest', ({ raw }, reply, done) => {
    latestReplies.set(raw.socket, reply)
    done()
  })

/**
 * Responds to a request whose body is broken or takes too long. A timeout is UNAVAILABLE if the gateway itself has
 * stopped reading.
 */
function rejectBody({ code }: ClientError, reply: FastifyReply): void {
  if (reply.sent) return
  markBodyBroken(reply.request.raw)
  const rejection =
    code !== REQUEST_TIMEOUT_CODE ? 'VALIDATION' : awaitsBody(reply.request) ? 'REQUEST_TIMEOUT' : 'UNAVAILABLE'
  reply.send(new AppError(rejection))
}

/** Responds on a connection without a pending request, and closes it. */
function rejectConnection({ code = '' }: ClientError, socket: Socket): void {
  if (!socket.writable) return void socket.destroy()
  const status = STATUS_BY_CODE.get(code) ?? 400
  const rejection = new AppError(status === 431 ? 'TOO_LARGE' : status === 408 ? 'REQUEST_TIMEOUT' : 'VALIDATION')
  const body = JSON.stringify(createErrorResponse(rejection, DEFAULT_LANGUAGE))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
  setTimeout(() => socket.destroy(), LINGER_TIMEOUT_MS).unref()
}

/**
 * Responds to input that is not HTTP, has oversized headers or takes too long. If the error is in the body of a request,
 * this is the response to that request; otherwise it follows the responses to all earlier requests. Ignores further
 * errors of a connection, because Node reports the same error again with each chunk.
 */
export function handleClientError(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return void socket.destroy()
  if (handledSockets.has(socket)) return
  handledSockets.add(socket)
  const reply = latestReplies.get(socket)
  if (reply && !isBodyReceived(reply.request)) rejectBody(error, reply)
  else if (reply && !reply.raw.closed) reply.raw.once('close', () => rejectConnection(error, socket))
  else rejectConnection(error, socket)
}
