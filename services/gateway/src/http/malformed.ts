import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '@app/server/errors'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { errorAnswer } from './errors.ts'
import { awaitsBody, isReceived, markBroken } from './unread-bodies.ts'

type Fault = Error & { code?: string }

/** How long a client may go on sending after it was refused; closing at once would discard the answer on its way. */
const LINGER_TIME = 5_000

const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT'
const STATUS_BY_FAULT = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  [TIMEOUT, 408],
])

/** The newest call of each connection. */
const calls = new WeakMap<Socket, FastifyReply>()
const faulty = new WeakSet<Socket>()

export const registerMalformed = (app: FastifyInstance): void =>
  void app.addHook('onRequest', ({ raw }, reply, done) => {
    calls.set(raw.socket, reply)
    done()
  })

/** Answers a call whose body broke off or takes too long; a rest that we do not read is no fault of the client's. */
function refuseBody({ code }: Fault, call: FastifyReply): void {
  if (call.sent) return
  markBroken(call.request.raw)
  const refusal = code !== TIMEOUT ? 'VALIDATION' : awaitsBody(call.request) ? 'REQUEST_TIMEOUT' : 'UNAVAILABLE'
  call.send(new AppError(refusal))
}

function refuseConnection({ code = '' }: Fault, socket: Socket): void {
  if (!socket.writable) return void socket.destroy()
  const status = STATUS_BY_FAULT.get(code) ?? 400
  const refusal = new AppError(status === 431 ? 'TOO_LARGE' : status === 408 ? 'REQUEST_TIMEOUT' : 'VALIDATION')
  const body = JSON.stringify(errorAnswer(refusal, 'SWEDISH'))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
  setTimeout(() => socket.destroy(), LINGER_TIME).unref()
}

/**
 * Answers what is not HTTP, has too large headers or takes too long: as the answer of the call whose body it is in, else
 * after the answers of all earlier calls. Node reports the same fault with each further chunk.
 */
export function refuseMalformed(fault: Fault, socket: Socket): void {
  if (fault.code === 'ECONNRESET' || socket.destroyed) return void socket.destroy()
  if (faulty.has(socket)) return
  faulty.add(socket)
  const call = calls.get(socket)
  if (call && !isReceived(call.request)) refuseBody(fault, call)
  else if (call && !call.raw.closed) call.raw.once('close', () => refuseConnection(fault, socket))
  else refuseConnection(fault, socket)
}
