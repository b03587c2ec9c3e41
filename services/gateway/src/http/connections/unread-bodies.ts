import { setMaxListeners } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasBody } from '../bodies.ts'

/** The limits of draining a body; `pauseMs` is the longest pause between two chunks. */
type DrainLimits = { bytes: number; timeMs: number; pauseMs: number }

/** The limits before the response, which keeps the connection open; the size covers the largest upload. */
const BEFORE_RESPONSE: DrainLimits = { bytes: 16 * 1024 * 1024, timeMs: 2_000, pauseMs: 2_000 }
/** The limits after the response, before the connection is closed. */
const AFTER_RESPONSE: DrainLimits = { bytes: Number.POSITIVE_INFINITY, timeMs: 30_000, pauseMs: 5_000 }

/** Returns whether the body was received to its end. */
export const isBodyReceived = (request: FastifyRequest): boolean =>
  !hasBody(request) || request.raw.complete || request.raw.readableEnded

/**
 * Returns whether the client has yet to send the rest of the body; false while received bytes wait to be read.
 */
export const awaitsBody = (request: FastifyRequest): boolean =>
  !isBodyReceived(request) && request.raw.readableLength === 0

const brokenRequests = new WeakSet<IncomingMessage>()
/** Marks a request's body as broken, so that the rest of it is not awaited. */
export const markBodyBroken = (request: IncomingMessage): void => void brokenRequests.add(request)

/** Discards the rest of a body, within limits. Resolves to whether the body has ended. */
function drain(body: IncomingMessage, limits: DrainLimits, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    let bytes = 0
    const stop = () => {
      clearTimeout(timeout)
      clearTimeout(pauseTimeout)
      signal.removeEventListener('abort', stop)
      body.off('data', countBytes).off('end', stop).off('close', stop)
      body.socket.off('end', stop)
      resolve(body.readableEnded)
    }
    const timeout = setTimeout(stop, limits.timeMs)
    const pauseTimeout = setTimeout(stop, limits.pauseMs)
    const countBytes = (chunk: Buffer) => {
      bytes += chunk.length
      pauseTimeout.refresh()
      if (bytes > limits.bytes) stop()
    }
    signal.addEventListener('abort', stop)
    body.on('data', countBytes).on('end', stop).on('close', stop).resume()
    // A client that closes its side in the middle of a body may still read.
    body.socket.on('end', stop)
    if (body.destroyed || body.socket.readableEnded || signal.aborted) stop()
  })
}

/** Fails the readers of a body, such as a handler whose deadline has already sent the response. */
function failReaders(body: IncomingMessage): void {
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
 * Handles responses to requests whose bodies were not received to their end, mostly rejected uploads. Unread bytes
 * would block the next request on the same connection, and closing the connection would discard the response in
 * transit. So a short remainder is drained before the response, which keeps the connection open. After the response to
 * a longer body the connection closes, but only once the client has stopped sending.
 */
export function registerUnreadBodies(app: FastifyInstance): void {
  const shutdown = new AbortController()
  setMaxListeners(0, shutdown.signal)
  app.addHook('preClose', async () => shutdown.abort())

  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request
    if (isBodyReceived(request) || raw.destroyed) return done(null, payload)
    // The response is final: a later one of the handler or the deadline is ignored.
    reply.hijack()
    failReaders(raw)
    const isShort = Number(request.headers['content-length'] ?? 0) <= BEFORE_RESPONSE.bytes
    const drained =
      isShort && !brokenRequests.has(raw) ? drain(raw, BEFORE_RESPONSE, shutdown.signal) : Promise.resolve(false)
    return drained.then((ended) => {
      if (!ended) {
        reply.header('connection', 'close')
        delayEnd(reply.raw, () => drain(raw, AFTER_RESPONSE, shutdown.signal))
      }
      done(null, payload)
    })
  })
}
