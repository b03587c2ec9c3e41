import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLink } from '../lib/navigation/link.ts'
import * as api from './api.ts'
import { withSummary } from './apply.ts'
import { FakeChats } from './fake-chats.ts'
import { clearReadMarks, markRead } from './reads.ts'
import { createEmptyChats } from './state.ts'
import { useChats } from './store.ts'

let reads: { lastId: string; done: (failed?: boolean) => void }[] = []

const fake = new FakeChats()
let chatId: string
beforeEach(() => {
  reads = []
  vi.spyOn(api, 'postRead').mockImplementation(
    (_, lastId) =>
      new Promise((resolve, reject) => {
        reads.push({ lastId, done: (failed) => (failed ? reject(new Error('nät')) : resolve()) })
      }),
  )
  setLink(() => undefined)
  chatId = fake.open('Linn')
  useChats.setState(withSummary(createEmptyChats(), fake.answer(chatId).chat), true)
})
afterEach(() => {
  setLink(null)
  clearReadMarks()
})

const postedIds = () => reads.map(({ lastId }) => lastId)

test('read marks only move forward, one call at a time, and the furthest wins', async () => {
  markRead(chatId, '900')
  markRead(chatId, '905')
  markRead(chatId, '1001')
  markRead(chatId, '950')
  expect(postedIds()).toEqual(['900'])
  reads[0]?.done()
  await vi.waitFor(() => expect(postedIds()).toEqual(['900', '1001']))
  reads[1]?.done()
  await Promise.resolve()
  markRead(chatId, '1000')
  markRead(chatId, '1001')
  expect(postedIds()).toEqual(['900', '1001'])
})

test('a known read position is not posted again', () => {
  markRead(chatId, fake.answer(chatId).chat.myLastRead!)
  expect(postedIds()).toEqual([])
})

test('a failed read mark is posted with the next one', async () => {
  markRead(chatId, '900')
  reads[0]?.done(true)
  await vi.waitFor(() => {
    markRead(chatId, '900')
    expect(postedIds()).toEqual(['900', '900'])
  })
})

test('an invite is not marked as read', () => {
  const invite = fake.invite('Saga', 'Hej')
  useChats.setState((state) => withSummary(state, fake.answer(invite).chat))
  markRead(invite, '900')
  expect(postedIds()).toEqual([])
})
