import { Id, IdParam, PageQuery } from '@app/contract/base'
import {
  AnswerInvites,
  ChatCount,
  ChatMessage,
  ChatQuery,
  ChatResponse,
  ChatStatus,
  ChatSummary,
  EditMessage,
  InvitesQuery,
  InviteToChat,
  SendMessage,
} from '@app/contract/chats'
import { SetReaction } from '@app/contract/reactions'
import { UserName, UserNameParam } from '@app/contract/text/name-schemas'
import { countChats } from '@app/server/delivery/chat-counts'
import { AppError } from '@app/server/errors'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { largeResponseSerializer } from '../http/large-responses.ts'
import { findByName } from '../members/lookup.ts'
import { editMessage, reactToMessage } from './changes.ts'
import { deleteMessage, leaveChat, markRead } from './conversation.ts'
import { answerInvites, listFilteredInvites } from './filtered-invites.ts'
import { ignoreMember, stopIgnoring } from './ignoring.ts'
import { acceptInvite, declineInvite, inviteToChat, markInviteMaybe } from './invites.ts'
import { readChat } from './read-chat.ts'
import { sendMessage } from './send-message.ts'
import { readChatStatus } from './status.ts'
import { listFolder, listInvites } from './summaries.ts'

const NoContent = z.void()
const MessageParams = z.object({ id: Id, msgId: Id })
const ReadParams = z.object({ id: Id, lastId: Id })

export function registerChats(app: App): void {
  app.get('/chats/count', { config: { policy: 'member' }, schema: { response: { 200: ChatCount } } }, (req) =>
    countChats(req.ctx.pool, req.ctx.member.id),
  )
  app.get(
    '/chats',
    {
      config: { policy: 'member', membersCountAs: 'known' },
      schema: { querystring: PageQuery, response: { 200: z.array(ChatSummary) } },
      serializerCompiler: largeResponseSerializer,
    },
    (req) => listFolder(req.ctx, req.ctx.member.id, 'CHATS', req.query, req.ctx.now()),
  )
  app.get(
    '/chats/invites',
    {
      config: { policy: 'member', membersCountAs: 'known' },
      schema: { querystring: InvitesQuery, response: { 200: z.array(ChatSummary) } },
      serializerCompiler: largeResponseSerializer,
    },
    ({ ctx, query }) =>
      query.sent === 'true'
        ? listFolder(ctx, ctx.member.id, 'SENT', query, ctx.now())
        : query.filtered === 'true'
          ? listFilteredInvites(ctx, query)
          : listInvites(ctx, ctx.member.id, query, ctx.now()),
  )
  app.post(
    '/chats/invites/answer',
    { config: { policy: 'chat.answer' }, schema: { body: AnswerInvites, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await answerInvites(req.ctx, req.body)),
  )
  app.post(
    '/chats/invites',
    {
      config: { policy: 'pair.invite', membersCountAs: 'known' },
      schema: { body: InviteToChat, response: { 201: ChatSummary } },
    },
    async (req, reply) => reply.code(201).send(await inviteToChat(req.ctx, req.body)),
  )
  app.get(
    '/chats/status/:userName',
    {
      config: { policy: 'member.read', membersCountAs: 'search' },
      schema: { params: UserNameParam, response: { 200: ChatStatus } },
    },
    async ({ ctx, params }) => {
      const other = await findByName(ctx.db, ctx.member, params.userName)
      if (!other) throw new AppError('NOT_FOUND')
      return readChatStatus(ctx, ctx.db, other)
    },
  )
  app.get(
    '/chats/:id',
    {
      config: { policy: 'chat.read', membersCountAs: 'known' },
      schema: { params: IdParam, querystring: ChatQuery, response: { 200: ChatResponse } },
      serializerCompiler: largeResponseSerializer,
    },
    (req) => readChat(req.ctx, req.params.id, req.query),
  )
  app.post(
    '/chats/:id',
    {
      config: { policy: 'chat.write', membersCountAs: 'known' },
      schema: { params: IdParam, body: SendMessage, response: { 201: ChatMessage } },
    },
    async (req, reply) => reply.code(201).send(await sendMessage(req.ctx, req.params.id, req.body)),
  )
  app.post(
    '/chats/:id/accept',
    {
      config: { policy: 'chat.answer', membersCountAs: 'known' },
      schema: { params: IdParam, response: { 200: ChatSummary } },
    },
    (req) => acceptInvite(req.ctx, req.params.id),
  )
  app.post(
    '/chats/:id/maybe',
    {
      config: { policy: 'chat.answer', membersCountAs: 'known' },
      schema: { params: IdParam, response: { 200: ChatSummary } },
    },
    (req) => markInviteMaybe(req.ctx, req.params.id),
  )
  app.post(
    '/chats/:id/decline',
    { config: { policy: 'chat.answer' }, schema: { params: IdParam, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await declineInvite(req.ctx, req.params.id)),
  )
  app.post(
    '/chats/:id/delete',
    { config: { policy: 'chat.leave' }, schema: { params: IdParam, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await leaveChat(req.ctx, req.params.id)),
  )
  app.post(
    '/chats/:id/:msgId/delete',
    { config: { policy: 'message.delete' }, schema: { params: MessageParams, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await deleteMessage(req.ctx, req.params.id, req.params.msgId)),
  )
  app.post(
    '/chats/:id/:msgId/edit',
    {
      config: { policy: 'message.edit', membersCountAs: 'known' },
      schema: { params: MessageParams, body: EditMessage, response: { 200: ChatMessage } },
    },
    (req) => editMessage(req.ctx, req.params, req.body),
  )
  app.post(
    '/chats/:id/:msgId/react',
    {
      config: { policy: 'chat.write', membersCountAs: 'known' },
      schema: { params: MessageParams, body: SetReaction, response: { 200: ChatMessage } },
    },
    (req) => reactToMessage(req.ctx, req.params, req.body),
  )
  app.post(
    '/chats/:id/mark-read/:lastId',
    { config: { policy: 'chat.read' }, schema: { params: ReadParams, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await markRead(req.ctx, req.params.id, req.params.lastId)),
  )
  app.post(
    '/ignore',
    { config: { policy: 'pair.ignore', body: 'text' }, schema: { body: UserName, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await ignoreMember(req.ctx, req.body)),
  )
  app.post(
    '/ignore/remove',
    { config: { policy: 'pair.ignore', body: 'text' }, schema: { body: UserName, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await stopIgnoring(req.ctx, req.body)),
  )
}
