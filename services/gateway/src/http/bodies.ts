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

/**
 * The media types of bodies, by the names that routes use. `oneClick` is sent by email programs to unsubscribe (RFC
 * 8058).
 */
export const BODY_TYPES = {
  json: ['application/json'],
  text: ['text/plain'],
  multipart: ['multipart/form-data'],
  oneClick: ['application/x-www-form-urlencoded', 'multipart/form-data'],
} as const

/** Rejects a body of another type, charset or encoding than the route accepts, before reading it. */
async function rejectUnsupportedBody(request: FastifyRequest): Promise<void> {
  if (!hasBody(request)) return
  const { type, charset } = parseContentType(request)
  const expected: readonly string[] = BODY_TYPES[request.routeOptions.config.body ?? 'json']
  const isUncompressed =
    request.headers['content-encoding'] === undefined || request.headers['content-encoding'] === 'identity'
  if (
    !expected.includes(type) ||
    !isUncompressed ||
    (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
  ) {
    throw new AppError('UNSUPPORTED_MEDIA')
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

function decodeBody(body: Buffer): string {
  try {
    return decoder.decode(body)
  } catch {
    throw new AppError('VALIDATION')
  }
}

/** Registers strict body parsers: JSON or plain text in UTF-8, nothing else, and no keys that modify prototypes. */
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
