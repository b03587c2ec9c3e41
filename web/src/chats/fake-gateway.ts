import {
  ChatCount,
  ChatMessage,
  ChatResponse,
  ChatStatus,
  ChatSummary,
  InviteToChat,
  SendMessage,
} from '@app/contract/chats'
import { mediaReference } from '@app/contract/media'
import { Encrypted, type SearchHit } from '@app/contract/members/profiles'
import { UploadedPhoto } from '@app/contract/photos'
import { HttpResponse, http, type JsonBodyType } from 'msw'
import * as z from 'zod/mini'
import { encryptHits } from '../testing-hits.ts'
import { NotFound, toErrorResponse } from '../testing-refusals.ts'
import { server } from '../testing-server.ts'
import type { FakeChats } from './fake-chats.ts'

const API = 'http://localhost:8080/api/v2/'

const json = <Data>(schema: z.ZodMiniType<Data>, data: Data, status = 200) =>
  HttpResponse.json(schema.parse(data) as JsonBodyType, { status })

type Options = {
  hits?: readonly SearchHit[]
  statuses?: Record<string, ChatStatus>
}

/**
 * Answers the chat calls from a fake server, checked against the contract. Returns the calls, such as 'POST chats/101'.
 */
export function fakeGateway(chats: FakeChats, { hits = [], statuses = {} }: Options = {}): string[] {
  const requests: string[] = []
  type Found = { params: Record<string, string>; query: Record<string, string>; body: string; session: string }
  type Method = 'get' | 'post'

  const on = (method: Method, path: string, answer: (found: Found) => Response | Promise<Response>) =>
    http[method](API + path, async ({ request, params }) => {
      const url = new URL(request.url)
      requests.push(`${request.method} ${url.href.slice(API.length)}`)
      try {
        return await answer({
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
    since: query.since === undefined ? undefined : Number(query.since),
    limit: query.limit === undefined ? undefined : Number(query.limit),
  })
  const done = (act: () => void) => {
    act()
    return new HttpResponse(null, { status: 204 })
  }
  const summaries = z.array(ChatSummary)

  server.use(
    on('get', 'chats/count', () => json(ChatCount, chats.count())),
    on('get', 'chats', ({ query }) => json(summaries, chats.list('chats', page(query)))),
    on('get', 'chats/invites', ({ query }) =>
      json(summaries, chats.list(query.sent === 'true' ? 'sent' : 'invites', page(query))),
    ),
    on('post', 'chats/invites', ({ body }) => {
      const { recipientName, message } = InviteToChat.parse(JSON.parse(body))
      const chatId = chats.inviteByName(recipientName, message)
      return json(ChatSummary, chats.answer(chatId).chat, 201)
    }),
    on('get', 'chats/status/:name', ({ params }) => {
      const status = statuses[params.name ?? '']
      if (!status) throw new NotFound()
      return json(ChatStatus, status)
    }),
    on('get', 'chats/:id', ({ params, query }) => json(ChatResponse, chats.answer(params.id ?? '', page(query)))),
    on('post', 'chats/:id', ({ params, body }) => {
      const { message, clientId, photoUrl } = SendMessage.parse(JSON.parse(body))
      return json(ChatMessage, chats.send(params.id ?? '', true, message, clientId, photoUrl), 201)
    }),
    on('post', 'chats/:id/accept', ({ params }) => json(ChatSummary, chats.accept(params.id ?? '', true))),
    on('post', 'chats/:id/maybe', ({ params }) => json(ChatSummary, chats.maybe(params.id ?? ''))),
    on('post', 'chats/:id/decline', ({ params }) => done(() => chats.decline(params.id ?? ''))),
    on('post', 'chats/:id/delete', ({ params }) => done(() => chats.leave(params.id ?? ''))),
    on('post', 'chats/:id/mark-read/:last', ({ params }) =>
      done(() => chats.read(params.id ?? '', true, params.last ?? '')),
    ),
    on('post', 'chats/:id/:photo/rotatePhoto', ({ params: { photo = '' } }) =>
      json(UploadedPhoto, { photoUrl: mediaReference(photo, 1, 'medium'), photoId: photo }),
    ),
    on('post', 'chats/:id/:message/delete', ({ params }) =>
      done(() => chats.deleteMessage(params.id ?? '', params.message ?? '', true)),
    ),
    on('post', 'ignore', ({ body }) => done(() => chats.ignoreByName(body, 'iIgnore', true))),
    on('post', 'ignore/remove', ({ body }) => done(() => chats.ignoreByName(body, 'iIgnore', false))),
    on('get', 'profiles/search-user-encrypted/:name', async ({ session }) =>
      json(Encrypted, await encryptHits(hits, session)),
    ),
  )
  return requests
}
