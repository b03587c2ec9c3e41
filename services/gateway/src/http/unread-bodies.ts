import { setMaxListeners } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasBody } from './bodies.ts'

type DrainLimits = { bytes: number; timeMs: number; pauseMs: number }

/** Before the answer, so that the connection can be kept: as much as the largest upload. */
const BEFORE_ANSWER: DrainLimits = { bytes: 16 * 1024 * 1024, timeMs: 2_000, pauseMs: 2_000 }
/** After the answer, before the connection is closed. */
const AFTER_ANSWER: DrainLimits = { bytes: Number.POSITIVE_INFINITY, timeMs: 30_000, pauseMs: 5_000 }

/** Whether the body was received to its end. */
export const isReceived = (request: FastifyRequest): boolean =>
  !hasBody(request) || request.raw.complete || request.raw.readableEnded

/** Whether the rest of the body has yet to come from the client, and not just to be read by us. */
export const awaitsBody = (request: FastifyRequest): boolean => !isReceived(request) && request.raw.readableLength === 0

const broken = new WeakSet<IncomingMessage>()
/** Notes that the rest of this request's body will not arrive. */
export const markBroken = (request: IncomingMessage): void => void broken.add(request)

/** Discards what is left of a body, within limits. Resolves to whether the body has ended. */
function drain(body: IncomingMessage, limits: DrainLimits, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    let bytes = 0
    const stop = () => {
      clearTimeout(timeout)
      clearTimeout(pause)
      signal.removeEventListener('abort', stop)
      body.off('data', count).off('end', stop).off('close', stop)
      body.socket.off('end', stop)
      resolve(body.readableEnded)
    }
    const timeout = setTimeout(stop, limits.timeMs)
    const pause = setTimeout(stop, limits.pauseMs)
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      pause.refresh()
      if (bytes > limits.bytes) stop()
    }
    signal.addEventListener('abort', stop)
    body.on('data', count).on('end', stop).on('close', stop).resume()
    // A client that closes its side in the middle of a body may still read.
    body.socket.on('end', stop)
    if (body.destroyed || body.socket.readableEnded || signal.aborted) stop()
  })
}

/** Fails what still reads a body, such as the handler of a call that its deadline has answered. */
function endReading(body: IncomingMessage): void {
  body.unpipe()
  if (body.listenerCount('error') > 0) body.emit('error', new Error('The call was answered before its body was read.'))
}

/** Sends the whole answer at once, but ends it, and with it the connection, when `rest` is done. */
function delayEnd(response: ServerResponse, drainRest: () => Promise<unknown>): void {
  const end = response.end.bind(response)
  response.end = ((chunk?: string | Buffer | null) => {
    response.flushHeaders()
    if (chunk) response.write(chunk)
    void drainRest().then(() => end())
    return response
  }) as typeof end
}

/**
 * Answers calls whose bodies were not received to their end, refused uploads above all. An unread rest would hold up the
 * next call on a kept connection, and closing the connection on it would discard the answer on its way. So a short rest is
 * drained before the answer. With a longer one the connection closes, but only when the client has stopped sending.
 */
export function registerUnreadBodies(app: FastifyInstance): void {
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  app.addHook('preClose', async () => closing.abort())

  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request
    if (isReceived(request) || raw.destroyed) return done(null, payload)
    // The answer stands: a handler or a deadline that still sends one is ignored from here on.
    reply.hijack()
    endReading(raw)
    const isShort = Number(request.headers['content-length'] ?? 0) <= BEFORE_ANSWER.bytes
    const drained = isShort && !broken.has(raw) ? drain(raw, BEFORE_ANSWER, closing.signal) : Promise.resolve(false)
    return drained.then((ended) => {
      if (!ended) {
        reply.header('connection', 'close')
        delayEnd(reply.raw, () => drain(raw, AFTER_ANSWER, closing.signal))
      }
      done(null, payload)
    })
  })
}
