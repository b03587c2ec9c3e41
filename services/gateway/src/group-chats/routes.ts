import { Id, IdParam } from '@app/contract/base'
import { Event, SaveEvent } from '@app/contract/events'
import {
  EditGroupMessage,
  GroupComment,
  GroupMessage,
  GroupMessagesQuery,
  GroupResponse,
  SendGroupMessage,
} from '@app/contract/groups'
import { SetReaction } from '@app/contract/reactions'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { largeResponseSerializer } from '../http/large-responses.ts'
import { sendComment } from './comments.ts'
import {
  deleteComment,
  deleteMessage,
  editComment,
  editMessage,
  markRead,
  reactToComment,
  reactToMessage,
} from './conversation.ts'
import { createGroupEvent } from './post-event.ts'
import { readMessages, readPost } from './read.ts'
import { sendPost } from './send-post.ts'

const NoContent = z.void()
const MessageParams = z.object({ id: Id, msgId: Id })
const CommentParams = z.object({ id: Id, msgId: Id, cid: Id })
const ReadParams = z.object({ id: Id, lastId: Id })

export function registerGroupChats(app: App): void {
  app.get(
    '/groups/:id/messages',
    {
      config: { policy: 'group.chat', membersCountAs: 'feed' },
      schema: { params: IdParam, querystring: GroupMessagesQuery, response: { 200: GroupResponse } },
      serializerCompiler: largeResponseSerializer,
    },
    (req) => readMessages(req.ctx, req.params.id, req.query),
  )
  app.post(
    '/groups/:id/messages',
    {
      config: { policy: 'group.chat', membersCountAs: 'known' },
      schema: { params: IdParam, body: SendGroupMessage, response: { 201: GroupMessage } },
    },
    async (req, reply) => reply.code(201).send(await sendPost(req.ctx, req.params.id, req.body)),
  )
  app.get(
    '/groups/:id/messages/:msgId',
    {
      config: { policy: 'group.chat', membersCountAs: 'feed' },
      schema: { params: MessageParams, response: { 200: GroupMessage } },
      serializerCompiler: largeResponseSerializer,
    },
    (req) => readPost(req.ctx, req.params.id, req.params.msgId),
  )
  app.post(
    '/groups/:id/messages/:msgId',
    {
      config: { policy: 'group-message.edit', membersCountAs: 'feed' },
      schema: { params: MessageParams, body: EditGroupMessage, response: { 200: GroupMessage } },
    },
    (req) => editMessage(req.ctx, req.params, req.body),
  )
  app.post(
    '/groups/:id/messages/:msgId/delete',
    { config: { policy: 'group-message.delete' }, schema: { params: MessageParams, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await deleteMessage(req.ctx, req.params)),
  )
  app.post(
    '/groups/:id/messages/:msgId/react',
    {
      config: { policy: 'group.chat', membersCountAs: 'feed' },
      schema: { params: MessageParams, body: SetReaction, response: { 200: GroupMessage } },
    },
    (req) => reactToMessage(req.ctx, req.params, req.body),
  )
  app.post(
    '/groups/:id/messages/:msgId/comments',
    {
      config: { policy: 'group.chat', membersCountAs: 'known' },
      schema: { params: MessageParams, body: SendGroupMessage, response: { 201: GroupComment } },
    },
    async (req, reply) => reply.code(201).send(await sendComment(req.ctx, req.params, req.body)),
  )
  app.post(
    '/groups/:id/messages/:msgId/comments/:cid/edit',
    {
      config: { policy: 'comment.edit', membersCountAs: 'known' },
      schema: { params: CommentParams, body: EditGroupMessage, response: { 200: GroupComment } },
    },
    (req) => editComment(req.ctx, req.params, req.body),
  )
  app.post(
    '/groups/:id/messages/:msgId/comments/:cid/react',
    {
      config: { policy: 'group.chat', membersCountAs: 'feed' },
      schema: { params: CommentParams, body: SetReaction, response: { 200: GroupComment } },
    },
    (req) => reactToComment(req.ctx, req.params, req.body),
  )
  app.post(
    '/groups/:id/messages/:msgId/comments/:cid/delete',
    { config: { policy: 'group-message.delete' }, schema: { params: CommentParams, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await deleteComment(req.ctx, req.params)),
  )
  app.post(
    '/groups/:id/mark-read/:lastId',
    { config: { policy: 'group.chat' }, schema: { params: ReadParams, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await markRead(req.ctx, req.params.id, req.params.lastId)),
  )
  app.post(
    '/events/groups/:groupId',
    {
      config: { policy: 'event.announce', membersCountAs: 'self' },
      schema: { params: z.object({ groupId: Id }), body: SaveEvent, response: { 201: Event } },
    },
    async (req, reply) => reply.code(201).send(await createGroupEvent(req.ctx, req.params.groupId, req.body)),
  )
}
