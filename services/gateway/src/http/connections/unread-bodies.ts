import { setMaxListeners } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasBody } from '../bodies.ts'

type DrainLimits = { bytes: number; timeMs: number; pauseMs: number }

/** The limits before the response, so that the connection can be kept: the size of the largest upload. */
const BEFORE_RESPONSE: DrainLimits = { bytes: 16 * 1024 * 1024, timeMs: 2_000, pauseMs: 2_000 }
/** The limits after the response, before the connection is closed. */
const AFTER_RESPONSE: DrainLimits = { bytes: Number.POSITIVE_INFINITY, timeMs: 30_000, pauseMs: 5_000 }

/** Returns whether the body was received to its end. */
export const isReceived = (request: FastifyRequest): boolean =>
  !hasBody(request) || request.raw.complete || request.raw.readableEnded

/**
 * Returns whether the client has yet to send the rest of the body, as opposed to bytes that the gateway has yet to
 * read.
 */
export const awaitsBody = (request: FastifyRequest): boolean => !isReceived(request) && request.raw.readableLength === 0

const broken = new WeakSet<IncomingMessage>()
/** Marks a request's body as broken, so that the rest of it is not awaited. */
export const markBroken = (request: IncomingMessage): void => void broken.add(request)

/** Discards the rest of a body, within limits. Resolves to whether the body has ended. */
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

/** Fails readers of a body, such as a handler whose deadline has already sent the response. */
function endReading(body: IncomingMessage): void {
  body.unpipe()
  if (body.listenerCount('error') > 0) body.emit('error', new Error('the response was sent before the body was read'))
}

/** Sends the whole response immediately, but ends it, and with it the connection, only after `drainRest`. */
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
 * Handles responses to requests whose bodies were not received to their end, mostly rejected uploads. An unread rest
 * would block the next request on a kept connection, and closing the connection would discard the response in transit.
 * So a short rest is drained before the response. With a longer one the connection closes, but only after the client
 * has stopped sending.
 */
export function registerUnreadBodies(app: FastifyInstance): void {
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  app.addHook('preClose', async () => closing.abort())

  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request
    if (isReceived(request) || raw.destroyed) return done(null, payload)
    // The response is final: a later one of the handler or the deadline is ignored.
    reply.hijack()
    endReading(raw)
    const isShort = Number(request.headers['content-length'] ?? 0) <= BEFORE_RESPONSE.bytes
    const drained = isShort && !broken.has(raw) ? drain(raw, BEFORE_RESPONSE, closing.signal) : Promise.resolve(false)
    return drained.then((ended) => {
      if (!ended) {
        reply.header('connection', 'close')
        delayEnd(reply.raw, () => drain(raw, AFTER_RESPONSE, closing.signal))
      }
      done(null, payload)
    })
  })
}
