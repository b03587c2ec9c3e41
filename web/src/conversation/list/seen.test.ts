import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { scrollTo, setPage, stubObservers } from '../fake-browser.ts'
import { observeViews, type ViewObserver } from './seen.ts'

let viewObserver: ViewObserver
let read: string[]
const element = (id: string): HTMLElement => {
  const made = document.createElement('article')
  viewObserver.watch(made, id)
  return made
}

beforeEach(() => {
  vi.useFakeTimers()
  stubObservers()
  setPage({ focused: true, visible: true })
  read = []
  viewObserver = observeViews(document.body, { onView: () => undefined, onRead: (id) => read.push(id) })
})
afterEach(() => {
  viewObserver.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a message counts as read', () => {
  test('only after half a second in view', () => {
    scrollTo(element('5'))
    vi.advanceTimersByTime(499)
    expect(read).toEqual([])
    vi.advanceTimersByTime(1)
    expect(read).toEqual(['5'])
  })

  test('only if it stayed in view', () => {
    const passing = element('5')
    scrollTo(passing)
    vi.advanceTimersByTime(300)
    scrollTo(passing, false)
    vi.advanceTimersByTime(1_000)
    expect(read).toEqual([])
  })

  test.each([
    ['focused', { focused: false }, { focused: true }],
    ['visible', { visible: false }, { visible: true }],
  ] as const)('only while the tab is %s, with the time restarting when it is again', (_, away, back) => {
    setPage(away)
    scrollTo(element('5'))
    vi.advanceTimersByTime(5_000)
    expect(read).toEqual([])
    setPage(back)
    vi.advanceTimersByTime(499)
    expect(read).toEqual([])
    vi.advanceTimersByTime(1)
    expect(read).toEqual(['5'])
  })

  test('up to the furthest of several messages in view', () => {
    for (const id of ['9', '10', '8']) scrollTo(element(id))
    vi.advanceTimersByTime(500)
    expect(read).toEqual(['10'])
  })
})
