import { resolve } from 'node:path'
import { AppError } from '@app/server/errors'
import fastifyStatic from '@fastify/static'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'

const KEPT = 'public, max-age=31536000, immutable'
const ASKED_ANEW = 'no-cache'

/** A browser that opens an address, as against a page that asks for a file or makes a call. */
const isNavigation = ({ method, headers, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (headers.accept ?? '').includes('text/html') &&
  !/^\/(?:api|assets|dev|media|socket\.io)(?:[/?]|$)/.test(url)

/** What no route knows is not there, for programs as for people. */
export const registerNotFound = (app: App): void =>
  void app.setNotFoundHandler(() => {
    throw new AppError('NOT_FOUND')
  })

/** The built client: its files, and its start page for every address that the client itself routes. */
export async function registerWeb(app: App, webDir: string): Promise<void> {
  const root = resolve(webDir)
  await app.register(fastifyStatic, {
    root,
    cacheControl: false,
    dotfiles: 'deny',
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.startsWith(resolve(root, 'assets')) ? KEPT : ASKED_ANEW)
    },
  })
  app.setNotFoundHandler((request, reply) => {
    if (!isNavigation(request)) throw new AppError('NOT_FOUND')
    return reply.sendFile('index.html')
  })
}
