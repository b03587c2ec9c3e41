import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setHubConnection } from '../../lib/realtime/hub-connection.ts'
import { FakeChats } from '../fakes/fake-chats.ts'
import { createEmptyChats } from '../state.ts'
import { onChatMessage, useChats } from '../store.ts'
import { clearAllTyping, onTyping, publishStoppedTyping, publishTyping, useTyping } from './typing.ts'

let frames: unknown[]
beforeEach(() => {
  vi.useFakeTimers()
  frames = []
  setHubConnection((frame, ...args) => frames.push([frame, ...args]))
})
afterEach(() => {
  publishStoppedTyping('7')
  clearAllTyping()
  setHubConnection(null)
  vi.useRealTimers()
})

const starts = ['typing', { chatId: '7', typing: true }]
const stops = ['typing', { chatId: '7', typing: false }]

test('typing is published at the first keystroke and every four seconds while it continues', () => {
  for (let key = 0; key < 10; key += 1) {
    publishTyping('7')
    vi.advanceTimersByTime(1_000)
  }
  expect(frames).toEqual([starts, starts, starts])
})

test('the end of typing is published after a pause of eight seconds, or once on request', () => {
  publishTyping('7')
  vi.advanceTimersByTime(8_000)
  expect(frames).toEqual([starts, stops])
  publishTyping('7')
  publishStoppedTyping('7')
  publishStoppedTyping('7')
  expect(frames).toEqual([starts, stops, starts, stops])
})

const isTyping = () => useTyping.getState().chats.has('7')

test('the typing indicator disappears after ten seconds without a refresh', () => {
  onTyping({ type: 'typing', chatId: '7', typing: true })
  vi.advanceTimersByTime(9_000)
  onTyping({ type: 'typing', chatId: '7', typing: true })
  vi.advanceTimersByTime(9_999)
  expect(isTyping()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(isTyping()).toBe(false)
})

test('the typing indicator disappears when the partner stops, and when their message arrives', () => {
  onTyping({ type: 'typing', chatId: '7', typing: true })
  onTyping({ type: 'typing', chatId: '7', typing: false })
  expect(isTyping()).toBe(false)
  const fake = new FakeChats()
  useChats.setState(createEmptyChats(), true)
  const chatId = fake.open('Linn')
  fake.onPush = (push) => push.type === 'chat:message' && onChatMessage(push)
  const typing = () => useTyping.getState().chats.has(chatId)
  onTyping({ type: 'typing', chatId, typing: true })
  fake.send(chatId, true, 'mitt eget')
  expect(typing()).toBe(true)
  fake.send(chatId, false, 'färdigskrivet')
  expect(typing()).toBe(false)
})
