import { IdParam } from '@app/contract/base'
import { ChangeSavedSearch, SavedSearch, SaveSearch } from '@app/contract/members/saved-searches'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { changeSearch, deleteSearch, openSearch, readSearches, saveSearch } from './actions.ts'

const NoContent = z.void()

/** Registers the routes of the caller's saved searches. */
export function registerSavedSearches(app: App): void {
  app.get('/searches', { config: { policy: 'member' }, schema: { response: { 200: z.array(SavedSearch) } } }, (req) =>
    readSearches(req.ctx),
  )
  app.post(
    '/searches',
    { config: { policy: 'member' }, schema: { body: SaveSearch, response: { 201: SavedSearch } } },
    async (req, reply) => reply.code(201).send(await saveSearch(req.ctx, req.body)),
  )
  app.post(
    '/searches/:id',
    {
      config: { policy: 'saved-search.own' },
      schema: { params: IdParam, body: ChangeSavedSearch, response: { 200: SavedSearch } },
    },
    (req) => changeSearch(req.ctx, req.params.id, req.body),
  )
  app.post(
    '/searches/:id/opened',
    { config: { policy: 'saved-search.own' }, schema: { params: IdParam, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await openSearch(req.ctx, req.params.id)),
  )
  app.post(
    '/searches/:id/delete',
    { config: { policy: 'saved-search.own' }, schema: { params: IdParam, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await deleteSearch(req.ctx, req.params.id)),
  )
}
