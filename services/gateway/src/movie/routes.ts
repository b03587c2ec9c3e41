import { PageQuery } from '@app/contract/base'
import { UPLOAD_TIMEOUT_MS } from '@app/contract/limits'
import { MovieEntry, MovieEntryId, MovieNew, MovieNewQuery } from '@app/contract/movie'
import multipart from '@fastify/multipart'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { largeResponseSerializer } from '../http/large-responses.ts'
import { UPLOAD_LIMITS } from '../photos/receive.ts'
import { deleteEntry, postEntry } from './actions.ts'
import { likeEntry, unlikeEntry } from './likes.ts'
import { countNewerEntries, listEntries } from './queries.ts'

const ACTIONS = {
  delete: { policy: 'movie.delete', action: deleteEntry },
  like: { policy: 'movie.like', action: likeEntry },
  unlike: { policy: 'movie.like', action: unlikeEntry },
} as const

/** Registers uploads in a scope of their own, because the multipart parser handles every request of its scope. */
async function registerUpload(app: App): Promise<void> {
  await app.register(multipart, { limits: UPLOAD_LIMITS, throwFileSizeLimit: false })
  app.post(
    '/movie',
    {
      config: { policy: 'member', body: 'multipart', handlerTimeoutMs: UPLOAD_TIMEOUT_MS, membersCountAs: 'self' },
      schema: { response: { 201: MovieEntry } },
    },
    async (request, reply) => reply.code(201).send(await postEntry(request.ctx, { request, reply })),
  )
}

export async function registerMovie(app: App): Promise<void> {
  await app.register(registerUpload)
  app.get(
    '/movie',
    {
      config: { policy: 'movie.read', membersCountAs: 'feed' },
      schema: { querystring: PageQuery, response: { 200: z.array(MovieEntry) } },
      serializerCompiler: largeResponseSerializer,
    },
    ({ ctx, query }) => listEntries(ctx, ctx.member.id, query),
  )
  app.get(
    '/movie/new',
    { config: { policy: 'movie.read' }, schema: { querystring: MovieNewQuery, response: { 200: MovieNew } } },
    async ({ ctx, query }) => ({ count: await countNewerEntries(ctx, ctx.member.id, query.after) }),
  )
  for (const [name, { policy, action }] of Object.entries(ACTIONS))
    app.post(
      `/movie/${name}`,
      { config: { policy }, schema: { body: MovieEntryId, response: { 204: z.void() } } },
      async (req, reply) => reply.code(204).send(await action(req.ctx, req.body.id)),
    )
}
