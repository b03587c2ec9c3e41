import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDrafts, removeDraft, removeDrafts, saveDrafts, setDraft, useDrafts } from './drafts.ts'

const KEY = 'salong.draft.42.chat:7'
let close: () => void

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  close = openDrafts('42')
})
afterEach(() => {
  close()
  vi.useRealTimers()
})

const shown = () => useDrafts.getState().texts.get('chat:7')

test('a draft is on the device within 300 ms, and is restored after a crash', () => {
  setDraft('chat:7', 'Hal')
  vi.advanceTimersByTime(200)
  setDraft('chat:7', 'Halvfärdig tanke')
  vi.advanceTimersByTime(100)
  expect(localStorage.getItem(KEY)).toBe('Halvfärdig tanke')
  close = openDrafts('42')
  expect(shown()).toBe('Halvfärdig tanke')
})

test('leaving the page saves pending drafts', () => {
  setDraft('chat:7', 'på väg bort')
  window.dispatchEvent(new Event('pagehide'))
  expect(localStorage.getItem(KEY)).toBe('på väg bort')
})

test('the draft of a sent message does not return, neither from a pending save nor on leaving the page', () => {
  setDraft('chat:7', 'skickat')
  vi.advanceTimersByTime(300)
  setDraft('chat:7', 'skickat!')
  removeDraft('chat:7')
  vi.advanceTimersByTime(1_000)
  saveDrafts()
  expect(localStorage.getItem(KEY)).toBeNull()
  expect(shown()).toBeUndefined()
})

test('other tabs follow drafts that are written, sent and cleared', () => {
  window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: 'från en annan flik' }))
  expect(shown()).toBe('från en annan flik')
  window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: null }))
  expect(shown()).toBeUndefined()
  window.dispatchEvent(new StorageEvent('storage', { key: 'salong.draft.43.chat:7', newValue: 'någon annans' }))
  expect(shown()).toBeUndefined()
})

test('drafts are hidden from another member of the device and restored for the same member', () => {
  setDraft('chat:7', 'bara mitt')
  close()
  close = openDrafts('43')
  expect(shown()).toBeUndefined()
  close()
  close = openDrafts('42')
  expect(shown()).toBe('bara mitt')
})

test("logging out removes the member's drafts from the device, and no others", () => {
  localStorage.setItem('salong.draft.43.chat:7', 'någon annans')
  setDraft('chat:7', 'mitt')
  close()
  removeDrafts('42')
  expect(Object.keys(localStorage)).toEqual(['salong.draft.43.chat:7'])
})

test('a draft of spaces is not saved', () => {
  setDraft('chat:7', '   ')
  saveDrafts()
  expect(localStorage.getItem(KEY)).toBeNull()
})

test('a draft from before an update is migrated to its new key', () => {
  localStorage.setItem('salong.draft.42.7', 'skriven förut')
  close = openDrafts('42')
  expect(shown()).toBe('skriven förut')
  removeDraft('chat:7')
  expect(Object.keys(localStorage)).toEqual([])
})
