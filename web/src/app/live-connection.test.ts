import './live-mocks.ts'
import type { Push } from '@app/contract/pushes'
import { expect, test } from 'vitest'
import { endSession, getSession, startSession } from '../lib/http/session.ts'
import { isConnected } from '../lib/realtime/hub-connection.ts'
import { network } from './live-mocks.ts'
import { advance, chats, listedNames, mira, requestCount, setUpLive, socket, token } from './live-testing.ts'

setUpLive()

test('the socket sends the session, and the lists are loaded when the hub becomes ready, not before', async () => {
  chats.open('Linn')
  expect(network.sockets[0]?.auth).toEqual({ sessionId: mira.sessionId })
  expect(requestCount('list chats')).toBe(0)
  socket().becomeReady()
  await advance(0)
  expect(listedNames()).toEqual(['Linn'])
  expect(isConnected()).toBe(true)
})

test('the lists are loaded without the hub if it is not ready within a second', async () => {
  chats.open('Linn')
  await advance(1_000)
  expect(listedNames()).toEqual(['Linn'])
})

test('lists that the HTML document requested before the scripts loaded show before the hub is ready, and are then loaded again', async () => {
  endSession('loggedOut')
  window.firstResponses = new Map([['Bearer x /chats?limit=50', Promise.resolve(new Response())]])
  chats.open('Linn')
  startSession({ ...mira, sessionId: token('8') })
  await advance(0)
  expect(listedNames()).toEqual(['Linn'])
  expect(isConnected()).toBe(false)
  chats.open('Siv')
  socket().becomeReady()
  await advance(0)
  expect(listedNames()).toEqual(['Siv', 'Linn'])
  expect(window.firstResponses.size).toBe(0)
})

test('a push reaches its handler, and unknown pushes are ignored', async () => {
  socket().becomeReady()
  await advance(0)
  chats.onPush = (push) => socket().push(push)
  chats.open('Linn', 'Hej!')
  expect(listedNames()).toEqual(['Linn'])
  socket().push({ type: 'something:new' } as unknown as Push)
  expect(listedNames()).toEqual(['Linn'])
})

test('a push about a decision updates the numbers of unread decisions and of removed content', {
  tags: 'decisions.session',
}, async () => {
  socket().becomeReady()
  socket().push({ type: 'decision:new', id: '5', unread: 1, removed: 2 })
  expect(getSession()).toMatchObject({ unreadDecisions: 1, removedContent: 2 })
  socket().push({ type: 'decision:new', id: '5', unread: 0, removed: 0 })
  expect(getSession()).toMatchObject({ unreadDecisions: 0, removedContent: 0 })
  await advance(0)
  expect(requestCount('verify')).toBeGreaterThan(0)
})
