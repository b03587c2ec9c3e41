import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '@app/server/errors'
import { errorAnswer } from './errors.ts'

const STATUS_BY_FAULT = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
])

/** Answers what is not HTTP, has too large headers or takes too long; nothing of it reaches a route. */
export function refuseMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
  const status = STATUS_BY_FAULT.get(error.code ?? '') ?? 400
  const refusal = new AppError(status === 431 ? 'TOO_LARGE' : 'VALIDATION')
  const body = JSON.stringify(errorAnswer(refusal, 'SWEDISH'))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
