import { resolve } from 'node:path'
import { AppError } from '@app/server/errors'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyError, FastifyRequest } from 'fastify'
import type { App } from '../http/app.ts'
import { sendError } from '../http/errors.ts'

const CACHE_FOREVER = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'

const isFileName = (url: string): boolean => /\.[^/?]*(?:\?|$)/.test(url)

/** Returns whether a path looks like a health check, for which the HTML document would be a misleading response. */
const isHealthCheckPath = (url: string): boolean => /^\/(?:health|metrics|ready)(?:[/?]|$)/.test(url)

/** Returns whether search engines may list a page: the login and the pages about the product, but no others. */
const isIndexable = (url: string): boolean => /^\/(?:about|terms)?(?:\?|$)/.test(url)

/**
 * Returns whether the caller accepts a page: browsers ask for `text/html`, programs such as link previews for any type.
 */
const acceptsPage = (accept: string, url: string): boolean =>
  accept.includes('text/html') || (accept === '*/*' && !isFileName(url) && !isHealthCheckPath(url))

/** Returns whether a request is for a page of the client, and not for a file or the API. */
const isNavigation = ({ method, headers, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  acceptsPage(headers.accept ?? '', url) &&
  !/^\/(?:api|assets|dev|media|socket\.io)(?:[/?]|$)/.test(url)

/** Responds 404 to unknown routes. */
export const registerNotFound = (app: App): void =>
  void app.setNotFoundHandler(() => {
    throw new AppError('NOT_FOUND')
  })

const REJECTED_PATH_STATUSES = new Set([400, 403])

/** Responds NOT_FOUND to paths that the static server rejects, such as dot files and `..`. */
const handleStaticError: App['errorHandler'] = (error, request, reply) => {
  const isRejectedPath = REJECTED_PATH_STATUSES.has((error as Partial<FastifyError>).statusCode ?? 0)
  return sendError(isRejectedPath ? new AppError('NOT_FOUND') : error, request, reply)
}

/** Serves the files of the built client, and its HTML document at every other path that is requested as a page. */
export async function registerWebClient(app: App, webDir: string): Promise<void> {
  const root = resolve(webDir)
  const options: FastifyStaticOptions = {
    root,
    cacheControl: false,
    dotfiles: 'deny',
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.startsWith(resolve(root, 'assets')) ? CACHE_FOREVER : REVALIDATE)
    },
  }
  // Adds only `reply.sendFile`, for `index.html` below; the scope of the files has its own error handler.
  await app.register(fastifyStatic, { ...options, serve: false })
  await app.register(async (files) => {
    files.setErrorHandler(handleStaticError)
    await files.register(fastifyStatic, { ...options, decorateReply: false })
  })
  app.setNotFoundHandler((request, reply) => {
    if (!isNavigation(request)) throw new AppError('NOT_FOUND')
    if (!isIndexable(request.url)) reply.header('x-robots-tag', 'noindex')
    return reply.sendFile('index.html')
  })
}
