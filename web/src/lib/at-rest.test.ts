import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runWhenIdle } from './at-rest.ts'

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

test('what need not hurry waits until the page has what it shows first, and runs once', () => {
  runWhenIdle(run)
  vi.advanceTimersByTime(3_000)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  hide()
  expect(run).toHaveBeenCalledOnce()
})

test('a page that is put aside soon has it done, too', () => {
  runWhenIdle(run)
  hide()
  expect(run).toHaveBeenCalledOnce()
  vi.runAllTimers()
  expect(run).toHaveBeenCalledOnce()
})

test('without a network it does not wait', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  runWhenIdle(run)
  vi.advanceTimersByTime(0)
  expect(run).toHaveBeenCalledOnce()
})

test('what is called off does not run', () => {
  runWhenIdle(run)()
  vi.runAllTimers()
  hide()
  expect(run).not.toHaveBeenCalled()
})
