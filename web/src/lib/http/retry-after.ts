import { create } from 'zustand'
import { ApiError } from './api-error.ts'
import { getSession } from './session.ts'

/** The longest wait for an automatic retry; beyond it the error is shown, with its own retry. */
const WAIT_MAX = 65_000
/** The number of waits after which a continuing outage is shown as an error. */
const OUTAGE_WAITS = 3
/** The maximum jitter in milliseconds, which keeps calls that were rejected together from returning together. */
const JITTER = 1_000

/** The shortest wait that is shown. */
const SHOWN_FROM = 3_000

/** The time until which loads wait for a retry that the server requested; null while no wait is long enough to show. */
export const useRetryAfter = create<{ until: number | null }>(() => ({ until: null }))

const waiting = new Set<number>()

const showLongest = (): void => useRetryAfter.setState({ until: waiting.size > 0 ? Math.max(...waiting) : null })

function waitVisibly(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  const until = Date.now() + milliseconds
  if (milliseconds >= SHOWN_FROM) waiting.add(until)
  showLongest()
  return new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  }).finally(() => {
    waiting.delete(until)
    showLongest()
  })
}

/** Returns the value of a `Retry-After` header in seconds; the header may contain a number or a date. */
export function secondsOf(header: string | null): number | undefined {
  if (!header) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

/** Returns the time in milliseconds before the same load is retried; null if the error should be shown. */
function waitAfter(error: unknown, waits: number): number | null {
  if (!(error instanceof ApiError) || error.retryAfter === undefined) return null
  if (error.code !== 'TOO_MANY_REQUESTS' && waits >= OUTAGE_WAITS) return null
  const milliseconds = error.retryAfter * 1_000 + Math.random() * JITTER
  return milliseconds <= WAIT_MAX ? milliseconds : null
}

/** Runs a load, and retries each time the server requests it, for as long as the same member is logged in. */
export async function withRetryAfter<Answer>(load: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
  const session = getSession()?.sessionId
  for (let waits = 0; ; waits += 1) {
    try {
      return await load()
    } catch (error) {
      const wait = waitAfter(error, waits)
      if (wait === null) throw error
      await waitVisibly(wait, signal)
      if (signal?.aborted || getSession()?.sessionId !== session) throw error
    }
  }
}
