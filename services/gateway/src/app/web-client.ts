import { resolve } from 'node:path'
import { AppError } from '@app/server/errors'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyError, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { sendError } from '../http/errors.ts'

const CACHE_FOREVER = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'

const isFileName = (url: string): boolean => /\.[^/?]*(?:\?|$)/.test(url)

/** Paths of services that are not open here: a monitor must not take the page for a healthy one. */
const isMonitoringPath = (url: string): boolean => /^\/(?:health|metrics|ready)(?:[/?]|$)/.test(url)

/** Whether the caller wants a page: browsers name its type, programs such as link previews take anything. */
const acceptsPage = (accept: string, url: string): boolean =>
  accept.includes('text/html') || (accept === '*/*' && !isFileName(url) && !isMonitoringPath(url))

/** A browser that opens an address, as against a page that asks for a file or makes a call. */
const isNavigation = ({ method, headers, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  acceptsPage(headers.accept ?? '', url) &&
  !/^\/(?:api|assets|dev|media|socket\.io)(?:[/?]|$)/.test(url)

/** What no route knows is not there, for programs as for people. */
export const registerNotFound = (app: App): void =>
  void app.setNotFoundHandler(() => {
    throw new AppError('NOT_FOUND')
  })

const REJECTED_PATH_STATUSES = new Set([400, 403])

/** Answers paths that the static server refuses, such as dot files and `..`, as it answers those that do not exist. */
const handleStaticError: App['errorHandler'] = (error, request, reply) => {
  const isRejectedPath = REJECTED_PATH_STATUSES.has((error as Partial<FastifyError>).statusCode ?? 0)
  return sendError(isRejectedPath ? new AppError('NOT_FOUND') : error, request, reply)
}

/** The built client: its files, and its start page for every address that the client itself routes. */
export async function registerWeb(app: App, webDir: string): Promise<void> {
  const root = resolve(webDir)
  const options: FastifyStaticOptions = {
    root,
    cacheControl: false,
    dotfiles: 'deny',
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.startsWith(resolve(root, 'assets')) ? CACHE_FOREVER : REVALIDATE)
    },
  }
  // For the start page below, which is sent from outside of the scope of the files.
  await app.register(fastifyStatic, { ...options, serve: false })
  await app.register(async (files) => {
    files.setErrorHandler(handleStaticError)
    await files.register(fastifyStatic, { ...options, decorateReply: false })
  })
  app.setNotFoundHandler((request, reply) => {
    if (!isNavigation(request)) throw new AppError('NOT_FOUND')
    return reply.sendFile('index.html')
  })
}
