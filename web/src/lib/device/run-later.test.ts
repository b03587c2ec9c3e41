import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runLater } from './run-later.ts'

const run = vi.fn()

beforeEach(() => {
  run.mockClear()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function hide(): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}

test('low-priority work runs after a delay, and only once', () => {
  runLater(run)
  vi.advanceTimersByTime(3_000)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  hide()
  expect(run).toHaveBeenCalledOnce()
})

test('low-priority work runs early when the page is hidden', () => {
  runLater(run)
  hide()
  expect(run).toHaveBeenCalledOnce()
  vi.runAllTimers()
  expect(run).toHaveBeenCalledOnce()
})

test('low-priority work does not wait without a network', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  runLater(run)
  vi.advanceTimersByTime(0)
  expect(run).toHaveBeenCalledOnce()
})

test('canceled work does not run', () => {
  runLater(run)()
  vi.runAllTimers()
  hide()
  expect(run).not.toHaveBeenCalled()
})
