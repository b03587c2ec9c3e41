import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setInView, setTabState, stubObservers } from '../fake-browser.ts'
import { observeViews, type ViewObserver } from './observe-views.ts'

let viewObserver: ViewObserver
let readIds: string[]
const observedArticle = (id: string): HTMLElement => {
  const article = document.createElement('article')
  viewObserver.watch(article, id)
  return article
}

beforeEach(() => {
  vi.useFakeTimers()
  stubObservers()
  setTabState({ focused: true, visible: true })
  readIds = []
  viewObserver = observeViews(document.body, { onView: () => undefined, onRead: (id) => readIds.push(id) })
})
afterEach(() => {
  viewObserver.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a message counts as read', () => {
  test('only after half a second in view', () => {
    setInView(observedArticle('5'))
    vi.advanceTimersByTime(499)
    expect(readIds).toEqual([])
    vi.advanceTimersByTime(1)
    expect(readIds).toEqual(['5'])
  })

  test('only if it stayed in view', () => {
    const article = observedArticle('5')
    setInView(article)
    vi.advanceTimersByTime(300)
    setInView(article, false)
    vi.advanceTimersByTime(1_000)
    expect(readIds).toEqual([])
  })

  test.each([
    ['focused', { focused: false }, { focused: true }],
    ['visible', { visible: false }, { visible: true }],
  ] as const)('only while the tab is %s; afterwards the half second starts over', (_, inactive, active) => {
    setTabState(inactive)
    setInView(observedArticle('5'))
    vi.advanceTimersByTime(5_000)
    expect(readIds).toEqual([])
    setTabState(active)
    vi.advanceTimersByTime(499)
    expect(readIds).toEqual([])
    vi.advanceTimersByTime(1)
    expect(readIds).toEqual(['5'])
  })

  test('together with others in view; only the last one is reported', () => {
    for (const id of ['9', '10', '8']) setInView(observedArticle(id))
    vi.advanceTimersByTime(500)
    expect(readIds).toEqual(['10'])
  })
})
