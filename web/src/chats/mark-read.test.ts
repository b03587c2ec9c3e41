import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession, startSession } from '../lib/http/session.ts'
import { setHubConnection } from '../lib/realtime/hub-connection.ts'
import { mira } from '../testing.tsx'
import * as api from './api.ts'
import { withSummary } from './apply.ts'
import { FakeChats } from './fakes/fake-chats.ts'
import { markRead } from './mark-read.ts'
import { createEmptyChats } from './state.ts'
import { useChats } from './store.ts'

let reads: { lastId: string; finish: (failed?: boolean) => void }[] = []

const fake = new FakeChats()
let chatId: string
beforeEach(() => {
  reads = []
  vi.spyOn(api, 'postRead').mockImplementation(
    (_, lastId) =>
      new Promise((resolve, reject) => {
        reads.push({ lastId, finish: (failed) => (failed ? reject(new Error('nät')) : resolve()) })
      }),
  )
  startSession(mira)
  setHubConnection(() => undefined)
  chatId = fake.open('Linn')
  useChats.setState(withSummary(createEmptyChats(), fake.getChat(chatId).chat), true)
})
afterEach(() => {
  setHubConnection(null)
  endSession('loggedOut')
})

const postedIds = () => reads.map(({ lastId }) => lastId)

test('read marks only move forward, one request at a time, and the furthest wins', async () => {
  markRead(chatId, '900')
  markRead(chatId, '905')
  markRead(chatId, '1001')
  markRead(chatId, '950')
  expect(postedIds()).toEqual(['900'])
  reads[0]?.finish()
  await vi.waitFor(() => expect(postedIds()).toEqual(['900', '1001']))
  reads[1]?.finish()
  await Promise.resolve()
  markRead(chatId, '1000')
  markRead(chatId, '1001')
  expect(postedIds()).toEqual(['900', '1001'])
})

test('a known read position is not posted again', () => {
  markRead(chatId, fake.getChat(chatId).chat.myLastRead!)
  expect(postedIds()).toEqual([])
})

test('a read mark that failed can be posted again', async () => {
  markRead(chatId, '900')
  reads[0]?.finish(true)
  await vi.waitFor(() => {
    markRead(chatId, '900')
    expect(postedIds()).toEqual(['900', '900'])
  })
})

test('a read mark is posted again after another session has started on the same page', async () => {
  markRead(chatId, '900')
  reads[0]?.finish()
  await Promise.resolve()
  startSession({ ...mira, sessionId: 'second.session.token' })
  markRead(chatId, '900')
  startSession({ ...mira, sessionId: 'third.session.token' })
  reads[1]?.finish()
  await vi.waitFor(() => {
    markRead(chatId, '900')
    expect(postedIds()).toEqual(['900', '900', '900'])
  })
})

test('an invite is not marked as read', () => {
  const invite = fake.invite('Saga', 'Hej')
  useChats.setState((state) => withSummary(state, fake.getChat(invite).chat))
  markRead(invite, '900')
  expect(postedIds()).toEqual([])
})
