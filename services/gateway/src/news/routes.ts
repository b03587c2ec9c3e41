import { IdParam, PageQuery } from '@app/contract/base'
import {
  CommentNews,
  EditNews,
  NewsComment,
  NewsCommentParam,
  NewsCount,
  NewsId,
  NewsItem,
  PublishNews,
} from '@app/contract/news'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { largeResponseSerializer } from '../http/large-responses.ts'
import { deleteNews, editNews, kissNews, publishNews, readNews } from './actions.ts'
import { isOutdated } from './client-version.ts'
import { commentNews, deleteComment, listComments } from './comments.ts'
import { countUnseenNews } from './queries.ts'

const NoContent = z.void()

export function registerNews(app: App): void {
  app.get(
    '/news',
    {
      config: { policy: 'member.read' },
      schema: { querystring: PageQuery, response: { 200: z.array(NewsItem) } },
      serializerCompiler: largeResponseSerializer,
    },
    (req) => readNews(req.ctx, req.query),
  )
  app.get(
    '/news/count',
    { config: { policy: 'member' }, schema: { response: { 200: NewsCount } } },
    async ({ ctx, headers }) => {
      const count = await countUnseenNews(ctx, ctx.member.accountId)
      return isOutdated(headers['x-client-version']) ? { ...count, reload: true } : count
    },
  )
  app.post(
    '/news',
    { config: { policy: 'news.publish' }, schema: { body: PublishNews, response: { 201: NewsItem } } },
    async (req, reply) => reply.code(201).send(await publishNews(req.ctx, req.body)),
  )
  app.post(
    '/news/edit',
    { config: { policy: 'news.publish' }, schema: { body: EditNews, response: { 200: NewsItem } } },
    ({ ctx, body }) => editNews(ctx, body),
  )
  app.post(
    '/news/delete',
    { config: { policy: 'news.publish' }, schema: { body: NewsId, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await deleteNews(req.ctx, req.body.id)),
  )
  app.post(
    '/news/kiss',
    { config: { policy: 'member' }, schema: { body: NewsId, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await kissNews(req.ctx, req.body.id)),
  )
  app.get(
    '/news/:id/comments',
    {
      config: { policy: 'member.read', membersCountAs: 'feed' },
      schema: { params: IdParam, querystring: PageQuery, response: { 200: z.array(NewsComment) } },
      serializerCompiler: largeResponseSerializer,
    },
    (req) => listComments(req.ctx, req.params.id, req.query),
  )
  app.post(
    '/news/:id/comments',
    {
      config: { policy: 'member', membersCountAs: 'self' },
      schema: { params: IdParam, body: CommentNews, response: { 201: NewsComment } },
    },
    async (req, reply) => reply.code(201).send(await commentNews(req.ctx, req.params.id, req.body)),
  )
  app.post(
    '/news/:id/comments/:cid/delete',
    { config: { policy: 'news-comment.delete' }, schema: { params: NewsCommentParam, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await deleteComment(req.ctx, req.params)),
  )
}
