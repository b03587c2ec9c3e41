import { create } from 'zustand'
import { ApiError } from './api-error.ts'
import { getSession } from './session.ts'

/** The longest wait for an automatic retry. If the server requests a longer one, the error is shown instead. */
const WAIT_MAX_MS = 65_000
/** The number of waits after which a continuing outage is shown as an error. */
const OUTAGE_WAITS_MAX = 3
/** The maximum jitter, which keeps requests that were rejected together from being retried together. */
const JITTER_MAX_MS = 1_000

/** The minimum wait that the page shows. */
const SHOWN_WAIT_MIN_MS = 3_000

/** The time until which loads wait for a retry that the server requested; null while no wait is long enough to show. */
export const useRetryAfter = create<{ until: number | null }>(() => ({ until: null }))

const waitEnds = new Set<number>()

const showLongestWait = (): void => useRetryAfter.setState({ until: waitEnds.size > 0 ? Math.max(...waitEnds) : null })

function waitVisibly(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  const retryAt = Date.now() + milliseconds
  if (milliseconds >= SHOWN_WAIT_MIN_MS) waitEnds.add(retryAt)
  showLongestWait()
  let end: () => void = () => undefined
  return new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    end = () => {
      clearTimeout(timer)
      resolve()
    }
    signal?.addEventListener('abort', end)
  }).finally(() => {
    signal?.removeEventListener('abort', end)
    waitEnds.delete(retryAt)
    showLongestWait()
  })
}

/** Returns the value of a `Retry-After` header in seconds; the header may contain a number or a date. */
export function parseRetryAfter(header: string | null): number | undefined {
  if (!header) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

/** Returns the time in milliseconds before the same load is retried; null if the error should be shown. */
function computeWaitMs(error: unknown, waitCount: number): number | null {
  if (!(error instanceof ApiError) || error.retryAfter === undefined) return null
  if (error.code !== 'TOO_MANY_REQUESTS' && waitCount >= OUTAGE_WAITS_MAX) return null
  const milliseconds = error.retryAfter * 1_000 + Math.random() * JITTER_MAX_MS
  return milliseconds <= WAIT_MAX_MS ? milliseconds : null
}

/**
 * Runs a request, and retries it after each response with `Retry-After`, within the limits above and for as long as the
 * same session lasts. Rejects with an AbortError when aborted before or during a wait.
 */
export async function withRetryAfter<Result>(request: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  const sessionId = getSession()?.sessionId
  for (let waitCount = 0; ; waitCount += 1) {
    try {
      return await request()
    } catch (error) {
      const wait = computeWaitMs(error, waitCount)
      if (wait === null) throw error
      signal?.throwIfAborted()
      await waitVisibly(wait, signal)
      signal?.throwIfAborted()
      if (getSession()?.sessionId !== sessionId) throw error
    }
  }
}
