import './live-mocks.ts'
import { describe, expect, test } from 'vitest'
import { openConversation } from '../chats/loads.ts'
import { useChats } from '../chats/store.ts'
import { trackVisibleChat } from '../chats/sync.ts'
import { setTabState } from '../conversation/fake-browser.ts'
import { useConnectivity } from '../lib/device/online.ts'
import { network } from './live-mocks.ts'
import { advance, chats, requestCount, setUpLive, socket } from './live-testing.ts'

setUpLive()

describe('the timers', () => {
  const openOneChat = async () => {
    const chatId = chats.open('Linn')
    const leave = trackVisibleChat(chatId)
    await openConversation(chatId)
    network.requests = []
    return { chatId, leave }
  }

  test('poll the counts and the open conversation, but no lists, every 15 s while disconnected', {
    tags: 'app.polling',
  }, async () => {
    await advance(1_000)
    const { chatId, leave } = await openOneChat()
    chats.send(chatId, false, 'utan länk')
    await advance(15_000)
    expect(requestCount('count')).toBeGreaterThan(0)
    expect(requestCount('news count')).toBe(1)
    expect(useChats.getState().conversations.get(chatId)?.data?.messages.at(-1)?.message).toBe('utan länk')
    expect(useChats.getState().count).toEqual(chats.count())
    network.requests = []
    await advance(15_000)
    expect(requestCount('count')).toBe(1)
    expect(network.requests.filter((each) => each.startsWith('list'))).toEqual([])
    leave()
  })

  test('poll nothing while connected, nor while the page is hidden', async () => {
    socket().becomeReady()
    await advance(0)
    const { leave } = await openOneChat()
    await advance(100_000)
    expect(network.requests).toEqual([])
    socket().drop()
    setTabState({ visible: false })
    await advance(60_000)
    expect(network.requests).toEqual([])
    leave()
  })

  test('report the member as active and verify the session every 120 s while the page is visible', {
    tags: 'app.activity-timer',
  }, async () => {
    socket().becomeReady()
    await advance(0)
    network.requests = []
    await advance(120_000)
    expect([requestCount('members/last-active'), requestCount('verify')]).toEqual([1, 1])
    setTabState({ visible: false })
    await advance(240_000)
    expect(requestCount('verify')).toBe(1)
    setTabState({ visible: true })
    expect(requestCount('verify')).toBe(2)
  })
})

test('the page goes offline when all requests fail, and online again when the hub is ready', {
  tags: 'app.offline-detection',
}, async () => {
  socket().drop()
  network.isDown = true
  await advance(15_000)
  expect(useConnectivity.getState().online).toBe(false)
  await advance(3_000)
  expect(useConnectivity.getState().bannerShown).toBe(true)
  network.isDown = false
  socket().becomeReady()
  await advance(0)
  expect(useConnectivity.getState()).toMatchObject({ online: true, bannerShown: false })
})

test('input is reported to the hub at most once a minute', async () => {
  socket().becomeReady()
  await advance(0)
  const sentFrames = () =>
    socket().frames.filter((frame) => Array.isArray(frame) && frame[0] === 'presence:active').length
  for (let n = 0; n < 70; n += 1) {
    window.dispatchEvent(new Event('keydown'))
    await advance(1_000)
  }
  expect(sentFrames()).toBe(2)
})
