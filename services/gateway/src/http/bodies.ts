import { AppError } from '@app/server/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Parses the media type and charset of a request, in lower case. */
function parseContentType(request: FastifyRequest): { type: string; charset: string | undefined } {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';')
  const charset = parameters.map((parameter) => /^\s*charset="?([^"\s]+)"?\s*$/.exec(parameter)?.[1]).find(Boolean)
  return { type: type.trim(), charset }
}

export const hasBody = (request: FastifyRequest): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0

/** The media types of bodies, by the names in routes. Email programs send `oneClick` to unsubscribe (RFC 8058). */
export const BODY_TYPES = {
  json: ['application/json'],
  text: ['text/plain'],
  multipart: ['multipart/form-data'],
  oneClick: ['application/x-www-form-urlencoded', 'multipart/form-data'],
} as const

/**
 * Rejects a body of an unknown route, and one with a type, charset or encoding that the route does not accept, before it
 * is read.
 */
async function rejectUnsupportedBody(request: FastifyRequest): Promise<void> {
  if (!hasBody(request)) return
  if (request.is404) throw new AppError('NOT_FOUND')
  const { type, charset } = parseContentType(request)
  const acceptedTypes: readonly string[] = BODY_TYPES[request.routeOptions.config.body ?? 'json']
  const isUncompressed =
    request.headers['content-encoding'] === undefined || request.headers['content-encoding'] === 'identity'
  if (
    !acceptedTypes.includes(type) ||
    !isUncompressed ||
    (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
  ) {
    throw new AppError('UNSUPPORTED_MEDIA')
  }
}

const utf8Decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

function decodeBody(body: Buffer): string {
  try {
    return utf8Decoder.decode(body)
  } catch {
    throw new AppError('VALIDATION')
  }
}

/**
 * Registers strict parsers for JSON and plain text, both in UTF-8, and rejects all bodies that the route does not accept.
 * JSON with keys that modify prototypes is invalid.
 */
export function registerBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', rejectUnsupportedBody)
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    try {
      void parseJson(request, decodeBody(body as Buffer), done)
    } catch (error) {
      done(error as Error)
    }
  })
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) =>
    decodeBody(body),
  )
}
