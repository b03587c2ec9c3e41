import { vi } from 'vitest'
import * as api from './api.ts'
import type { FakeChats } from './fake-chats.ts'

type Request = <Answer>(answer: (server: FakeChats) => Answer) => Promise<Answer>

/** Replaces the requests that load chats; `request` decides when the fake server answers, and how. */
export function fakeChatsApi(request: Request): void {
  vi.spyOn(api, 'getList').mockImplementation((list, limit, before) =>
    request((server) => server.list(list, { limit, before })),
  )
  vi.spyOn(api, 'getCount').mockImplementation(() => request((server) => server.count()))
  vi.spyOn(api, 'getNewest').mockImplementation((chatId, limit) =>
    request((server) => server.answer(chatId, { limit })),
  )
  vi.spyOn(api, 'getBefore').mockImplementation((chatId, before, limit) =>
    request((server) => server.answer(chatId, { before, limit })),
  )
  vi.spyOn(api, 'getAfter').mockImplementation((chatId, after, limit) =>
    request((server) => server.answer(chatId, { after, limit })),
  )
  vi.spyOn(api, 'getChanges').mockImplementation((chatId, since) =>
    request((server) => server.answer(chatId, { since })),
  )
}
