import { Ad, AdFilter, DeleteAd, EditAd, SaveAd } from '@app/contract/ads'
import { IdParam, PageQuery } from '@app/contract/base'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { largeResponseSerializer } from '../http/large-responses.ts'
import { createAd, deleteAd, editAd, filterAds } from './actions.ts'
import { readAd, readFilter } from './queries.ts'

export function registerAds(app: App): void {
  app.get(
    '/ads/filter',
    { config: { policy: 'member' }, schema: { response: { 200: AdFilter } } },
    ({ ctx: { db, member } }) => readFilter(db, member.accountId),
  )
  app.post(
    '/ads/filtered',
    {
      config: { policy: 'member.read', membersCountAs: 'feed', readsByPost: true },
      schema: { body: AdFilter, querystring: PageQuery, response: { 200: z.array(Ad) } },
      serializerCompiler: largeResponseSerializer,
    },
    ({ ctx, body, query }) => filterAds(ctx, body, query),
  )
  app.get(
    '/ads/:id',
    { config: { policy: 'ad.read', membersCountAs: 'feed' }, schema: { params: IdParam, response: { 200: Ad } } },
    ({ ctx: { db, member }, params }) => readAd(db, member.id, params.id),
  )
  app.post(
    '/ads',
    { config: { policy: 'member', membersCountAs: 'self' }, schema: { body: SaveAd, response: { 201: Ad } } },
    async (req, reply) => reply.code(201).send(await createAd(req.ctx, req.body)),
  )
  app.post(
    '/ads/edit',
    { config: { policy: 'ad.edit', membersCountAs: 'self' }, schema: { body: EditAd, response: { 200: Ad } } },
    ({ ctx, body }) => editAd(ctx, body),
  )
  app.post(
    '/ads/delete',
    { config: { policy: 'ad.delete' }, schema: { body: DeleteAd, response: { 204: z.void() } } },
    async ({ ctx, body }, reply) => reply.code(204).send(await deleteAd(ctx, body.id)),
  )
}
