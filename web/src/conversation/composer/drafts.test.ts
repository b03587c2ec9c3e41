import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  clearText,
  openDrafts,
  removeDraft,
  removeDrafts,
  saveDrafts,
  setDraft,
  setReply,
  useDrafts,
} from './drafts.ts'

const STORAGE_KEY = 'salong.draft.42.chat:7'
let closeDrafts: () => void

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  closeDrafts = openDrafts('42')
})
afterEach(() => {
  closeDrafts()
  vi.useRealTimers()
})

const shownDraft = () => useDrafts.getState().texts.get('chat:7')

test('a draft is saved on the device within 300 ms, and is restored after a crash', () => {
  setDraft('chat:7', 'Hal')
  vi.advanceTimersByTime(200)
  setDraft('chat:7', 'Halvfärdig tanke')
  vi.advanceTimersByTime(100)
  expect(localStorage.getItem(STORAGE_KEY)).toBe('Halvfärdig tanke')
  closeDrafts = openDrafts('42')
  expect(shownDraft()).toBe('Halvfärdig tanke')
})

test('leaving the page saves pending drafts', () => {
  setDraft('chat:7', 'på väg bort')
  window.dispatchEvent(new Event('pagehide'))
  expect(localStorage.getItem(STORAGE_KEY)).toBe('på väg bort')
})

test('the draft of a sent message is not restored by a pending save or by saving all drafts', () => {
  setDraft('chat:7', 'skickat')
  vi.advanceTimersByTime(300)
  setDraft('chat:7', 'skickat!')
  removeDraft('chat:7')
  vi.advanceTimersByTime(1_000)
  saveDrafts()
  expect(localStorage.getItem(STORAGE_KEY)).toBeNull()
  expect(shownDraft()).toBeUndefined()
})

test('saving or removing a draft in another tab updates this tab, except for drafts of another member', () => {
  window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEY, newValue: 'från en annan flik' }))
  expect(shownDraft()).toBe('från en annan flik')
  window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEY, newValue: null }))
  expect(shownDraft()).toBeUndefined()
  window.dispatchEvent(new StorageEvent('storage', { key: 'salong.draft.43.chat:7', newValue: 'någon annans' }))
  expect(shownDraft()).toBeUndefined()
})

test('drafts are hidden from another member on the same device and restored for the same member', () => {
  setDraft('chat:7', 'bara mitt')
  closeDrafts()
  closeDrafts = openDrafts('43')
  expect(shownDraft()).toBeUndefined()
  closeDrafts()
  closeDrafts = openDrafts('42')
  expect(shownDraft()).toBe('bara mitt')
})

test("logging out removes the member's drafts from the device, and no others", () => {
  localStorage.setItem('salong.draft.43.chat:7', 'någon annans')
  setDraft('chat:7', 'mitt')
  closeDrafts()
  removeDrafts('42')
  expect(Object.keys(localStorage)).toEqual(['salong.draft.43.chat:7'])
})

test('a draft with only spaces is not saved', () => {
  setDraft('chat:7', '   ')
  saveDrafts()
  expect(localStorage.getItem(STORAGE_KEY)).toBeNull()
})

test('a draft stored under its previous key is migrated to the new one', () => {
  localStorage.setItem('salong.draft.42.7', 'skriven förut')
  closeDrafts = openDrafts('42')
  expect(shownDraft()).toBe('skriven förut')
  removeDraft('chat:7')
  expect(Object.keys(localStorage)).toEqual([])
})

const quote = { id: '5', senderName: 'Linn', mine: false, message: 'Hej', photo: false, deleted: false }
const shownReply = () => useDrafts.getState().replies.get('chat:7')

test('the message that a draft replies to is restored after a crash, and stays when the text is cleared', () => {
  setReply('chat:7', quote)
  setDraft('chat:7', 'Hej')
  saveDrafts()
  clearText('chat:7')
  closeDrafts = openDrafts('42')
  expect(shownReply()).toEqual(quote)
})

test('sending a draft, canceling its reply in another tab, and logging out remove its reply', () => {
  setReply('chat:7', quote)
  removeDraft('chat:7')
  expect(shownReply()).toBeUndefined()
  window.dispatchEvent(new StorageEvent('storage', { key: 'salong.reply.42.chat:7', newValue: JSON.stringify(quote) }))
  expect(shownReply()).toEqual(quote)
  window.dispatchEvent(new StorageEvent('storage', { key: 'salong.reply.42.chat:7', newValue: null }))
  expect(shownReply()).toBeUndefined()
  setReply('chat:7', quote)
  closeDrafts()
  removeDrafts('42')
  expect(Object.keys(localStorage)).toEqual([])
})

test('a corrupt reply on the device is ignored; other replies and all texts are restored', () => {
  localStorage.setItem(STORAGE_KEY, 'Halvfärdig tanke')
  localStorage.setItem('salong.reply.42.chat:7', '{"id":"9","sender')
  localStorage.setItem('salong.reply.42.chat:8', '12')
  localStorage.setItem('salong.reply.42.chat:9', JSON.stringify(quote))
  closeDrafts = openDrafts('42')
  expect(shownDraft()).toBe('Halvfärdig tanke')
  expect([...useDrafts.getState().replies]).toEqual([['chat:9', quote]])
  window.dispatchEvent(new StorageEvent('storage', { key: 'salong.reply.42.chat:9', newValue: '{' }))
  expect(useDrafts.getState().replies.size).toBe(0)
})
