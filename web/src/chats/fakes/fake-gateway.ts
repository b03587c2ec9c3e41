import {
  ChatCount,
  ChatMessage,
  ChatResponse,
  ChatStatus,
  ChatSummary,
  EditMessage,
  InviteToChat,
  SendMessage,
} from '@app/contract/chats'
import { ContactRule } from '@app/contract/members/contact'
import { Encrypted, type SearchHit } from '@app/contract/members/profiles'
import { UploadedPhoto } from '@app/contract/photos'
import { SetReaction } from '@app/contract/reactions'
import { HttpResponse, http, type JsonBodyType } from 'msw'
import * as z from 'zod/mini'
import { encryptHits } from '../../testing-hits.ts'
import { NotFound, toErrorResponse } from '../../testing-rejections.ts'
import { server } from '../../testing-server.ts'
import type { FakeChats } from './fake-chats.ts'

const API = 'http://localhost:8080/api/v2/'

const json = <Data>(schema: z.ZodMiniType<Data>, data: Data, status = 200) =>
  HttpResponse.json(schema.parse(data) as JsonBodyType, { status })

type Options = {
  hits?: readonly SearchHit[]
  statuses?: Record<string, ChatStatus>
}

/**
 * Serves the chat routes from a fake server and checks the responses against the contract. Returns the list of received
 * requests, such as 'POST chats/101'.
 */
export function fakeGateway(chats: FakeChats, { hits = [], statuses = {} }: Options = {}): string[] {
  const requests: string[] = []
  type RequestParts = { params: Record<string, string>; query: Record<string, string>; body: string; session: string }
  type Method = 'get' | 'post'

  const route = (method: Method, path: string, respond: (parts: RequestParts) => Response | Promise<Response>) =>
    http[method](API + path, async ({ request, params }) => {
      const url = new URL(request.url)
      requests.push(`${request.method} ${url.href.slice(API.length)}`)
      try {
        return await respond({
          params: params as Record<string, string>,
          query: Object.fromEntries(url.searchParams),
          body: await request.text(),
          session: (request.headers.get('authorization') ?? '').replace('Bearer ', ''),
        })
      } catch (error) {
        return toErrorResponse(error)
      }
    })

  const page = (query: Record<string, string>) => ({
    before: query.before,
    after: query.after,
    around: query.around,
    since: query.since === undefined ? undefined : Number(query.since),
    limit: query.limit === undefined ? undefined : Number(query.limit),
  })
  const respondEmpty = (action: () => void) => {
    action()
    return new HttpResponse(null, { status: 204 })
  }
  const summaries = z.array(ChatSummary)

  server.use(
    route('get', 'chats/count', () => json(ChatCount, chats.count())),
    route('get', 'chats', ({ query }) => json(summaries, chats.list('chats', page(query)))),
    route('get', 'chats/invites', ({ query }) =>
      json(
        summaries,
        query.filtered === 'true' ? [] : chats.list(query.sent === 'true' ? 'sent' : 'invites', page(query)),
      ),
    ),
    route('get', 'members/contact', () => json(ContactRule, { needs: [], others: 'PUT_ASIDE' })),
    route('post', 'chats/invites', ({ body }) => {
      const { recipientName, message } = InviteToChat.parse(JSON.parse(body))
      const chatId = chats.inviteByName(recipientName, message)
      return json(ChatSummary, chats.getChat(chatId).chat, 201)
    }),
    route('get', 'chats/status/:name', ({ params }) => {
      const status = statuses[params.name ?? '']
      if (!status) throw new NotFound()
      return json(ChatStatus, status)
    }),
    route('get', 'chats/:id', ({ params, query }) => json(ChatResponse, chats.getChat(params.id ?? '', page(query)))),
    route('post', 'chats/:id', ({ params, body }) => {
      const { message, clientId, photoUrl, replyTo } = SendMessage.parse(JSON.parse(body))
      return json(ChatMessage, chats.send(params.id ?? '', true, message, clientId, photoUrl, replyTo), 201)
    }),
    route('post', 'chats/:id/accept', ({ params }) => json(ChatSummary, chats.accept(params.id ?? '', true))),
    route('post', 'chats/:id/maybe', ({ params }) => json(ChatSummary, chats.maybe(params.id ?? ''))),
    route('post', 'chats/:id/decline', ({ params }) => respondEmpty(() => chats.decline(params.id ?? ''))),
    route('post', 'chats/:id/delete', ({ params }) => respondEmpty(() => chats.leave(params.id ?? ''))),
    route('post', 'chats/:id/mark-read/:last', ({ params }) =>
      respondEmpty(() => chats.read(params.id ?? '', true, params.last ?? '')),
    ),
    route('post', 'chats/:id/:photo/rotatePhoto', ({ params: { photo = '' } }) =>
      json(UploadedPhoto, { photoUrl: `/media/${photo}/1/medium?signature=1`, photoId: photo }),
    ),
    route('post', 'chats/:id/:message/delete', ({ params }) =>
      respondEmpty(() => chats.deleteMessage(params.id ?? '', params.message ?? '', true)),
    ),
    route('post', 'chats/:id/:message/edit', ({ params, body }) => {
      const { message } = EditMessage.parse(JSON.parse(body))
      return json(ChatMessage, chats.edit(params.id ?? '', params.message ?? '', message))
    }),
    route('post', 'chats/:id/:message/react', ({ params, body }) => {
      const { reaction } = SetReaction.parse(JSON.parse(body))
      return json(ChatMessage, chats.react(params.id ?? '', params.message ?? '', reaction))
    }),
    route('post', 'ignore', ({ body }) => respondEmpty(() => chats.ignoreByName(body, 'iIgnore', true))),
    route('post', 'ignore/remove', ({ body }) => respondEmpty(() => chats.ignoreByName(body, 'iIgnore', false))),
    route('get', 'profiles/search-user-encrypted/:name', async ({ session }) =>
      json(Encrypted, await encryptHits(hits, session)),
    ),
  )
  return requests
}
