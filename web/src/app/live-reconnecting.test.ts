import './live-mocks.ts'
import { describe, expect, test, vi } from 'vitest'
import { openConversation } from '../chats/loads.ts'
import { useChats } from '../chats/store.ts'
import { trackVisibleChat } from '../chats/sync.ts'
import { setTabState } from '../conversation/fake-browser.ts'
import { network } from './live-mocks.ts'
import { advance, chats, listedNames, requestCount, setUpLive, socket } from './live-testing.ts'

setUpLive()

test('a reconnect verifies the session, unlike the first connection', {
  tags: 'decisions.session',
}, async () => {
  socket().becomeReady()
  await advance(0)
  expect(requestCount('verify')).toBe(0)
  socket().drop()
  await advance(1_000)
  socket().becomeReady()
  await advance(0)
  expect(requestCount('verify')).toBe(1)
})

test('a reconnect reloads the lists and catches up the visible chat from its loaded version', async () => {
  const chatId = chats.open('Linn')
  socket().becomeReady()
  await advance(0)
  const leave = trackVisibleChat(chatId)
  await openConversation(chatId)
  const { version } = chats.getChat(chatId).chat
  socket().drop()
  chats.send(chatId, false, 'medan länken var borta')
  chats.open('Siv')
  await advance(1_000)
  expect(socket().connectCount).toBe(2)
  socket().becomeReady()
  await advance(0)
  expect(requestCount(`since ${version}`)).toBe(1)
  expect(listedNames()).toEqual(['Siv', 'Linn'])
  expect(useChats.getState().conversations.get(chatId)?.data?.messages.at(-1)?.message).toBe('medan länken var borta')
  leave()
})

describe('a gateway that does not respond after a reconnect', () => {
  const reconnectWithoutResponse = async () => {
    const chatId = chats.open('Linn')
    socket().becomeReady()
    await advance(0)
    const leave = trackVisibleChat(chatId)
    await openConversation(chatId)
    socket().drop()
    chats.send(chatId, false, 'medan länken var borta')
    network.isDown = true
    await advance(1_000)
    network.requests = []
    socket().becomeReady()
    await advance(0)
    const { version } = useChats.getState().conversations.get(chatId)!.data!
    return { chatId, leave, catchUpCount: () => requestCount(`since ${version}`) }
  }

  test('is requested again at growing intervals until it responds', async () => {
    const { chatId, leave, catchUpCount } = await reconnectWithoutResponse()
    for (const [attempts, pause] of [3_000, 6_000, 9_000].entries()) {
      expect(catchUpCount()).toBe(attempts + 1)
      await advance(pause - 1)
      expect(catchUpCount()).toBe(attempts + 1)
      await advance(1)
    }
    network.isDown = false
    await advance(12_000)
    expect(useChats.getState().conversations.get(chatId)?.data?.messages.at(-1)?.message).toBe('medan länken var borta')
    expect(useChats.getState().lists.chats.state).toBe('loaded')
    expect(useChats.getState().count).toEqual(chats.count())
    network.requests = []
    await advance(60_000)
    expect(network.requests).toEqual([])
    leave()
  })

  test('is no longer requested for a chat that was left, or for anything while disconnected and hidden', async () => {
    const { leave, catchUpCount } = await reconnectWithoutResponse()
    leave()
    await advance(3_000)
    expect([catchUpCount(), requestCount('count')]).toEqual([1, 2])
    socket().drop()
    setTabState({ visible: false })
    await advance(60_000)
    expect(requestCount('count')).toBe(2)
  })
})

describe('reconnecting', () => {
  test('the backoff doubles from 0.5 s to 30 s', async () => {
    socket().drop()
    for (const pause of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      const previous = socket().connectCount
      await advance(pause - 1)
      expect(socket().connectCount).toBe(previous)
      await advance(1)
      expect(socket().connectCount).toBe(previous + 1)
      socket().reject('xhr poll error')
    }
  })

  test('the backoff is shortened by a random share of up to half', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    socket().drop()
    await advance(250)
    expect(socket().connectCount).toBe(2)
  })

  test.each([
    ['online', () => window.dispatchEvent(new Event('online'))],
    ['focused', () => window.dispatchEvent(new Event('focus'))],
    ['visible', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('happens immediately when the page is %s again', async (_, trigger) => {
    socket().drop()
    for (let n = 0; n < 6; n += 1) {
      await advance(30_000)
      socket().reject('away')
    }
    const previous = socket().connectCount
    await advance(2_500)
    trigger()
    await advance(0)
    expect(socket().connectCount).toBe(previous + 1)
  })

  test('a connection that has been silent for too long is replaced when the page gets the focus', async () => {
    socket().becomeReady()
    await advance(20_000)
    window.dispatchEvent(new Event('focus'))
    expect(socket().connectCount).toBe(1)
    await advance(5_001)
    window.dispatchEvent(new Event('focus'))
    await advance(0)
    expect(socket().connectCount).toBe(2)
    socket().becomeReady()
    await advance(20_000)
    socket().fire('io ping')
    await advance(20_000)
    window.dispatchEvent(new Event('focus'))
    expect(socket().connectCount).toBe(2)
  })

  test('a new connection stays when the page gets the focus before the hub is ready', async () => {
    socket().becomeReady()
    await advance(20_000)
    socket().drop()
    await advance(10_000)
    expect(socket().connectCount).toBe(2)
    socket().connected = true
    socket().fire('connect')
    window.dispatchEvent(new Event('focus'))
    await advance(0)
    expect(socket().connected).toBe(true)
    expect(socket().connectCount).toBe(2)
  })

  test('a connection is replaced if the hub is not ready within ten seconds', async () => {
    socket().connected = true
    socket().fire('connect')
    await advance(10_000)
    expect(socket().connectCount).toBe(2)
  })
})
