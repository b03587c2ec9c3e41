import { vi } from 'vitest'
import * as api from '../api.ts'
import type { FakeChats } from './fake-chats.ts'

type Request = <Result>(respond: (server: FakeChats) => Result) => Promise<Result>

/** Replaces the requests that load chats; `request` decides when and how the fake server responds. */
export function fakeChatsApi(request: Request): void {
  vi.spyOn(api, 'getList').mockImplementation((list, limit, before) =>
    request((server) => server.list(list, { limit, before })),
  )
  vi.spyOn(api, 'getCount').mockImplementation(() => request((server) => server.count()))
  vi.spyOn(api, 'getNewest').mockImplementation((chatId, limit) =>
    request((server) => server.getChat(chatId, { limit })),
  )
  vi.spyOn(api, 'getBefore').mockImplementation((chatId, before, limit) =>
    request((server) => server.getChat(chatId, { before, limit })),
  )
  vi.spyOn(api, 'getAfter').mockImplementation((chatId, after, limit) =>
    request((server) => server.getChat(chatId, { after, limit })),
  )
  vi.spyOn(api, 'getChanges').mockImplementation((chatId, since) =>
    request((server) => server.getChat(chatId, { since })),
  )
}
