import { create } from 'zustand'
import { ApiError } from './api-error.ts'
import { getSession } from './session.ts'

/** A longer wait is not sat out in silence: the error is shown, with its own next try. */
const WAIT_MAX = 65_000
/** An outage that lasts longer than this many waits is shown. */
const OUTAGE_WAITS = 3
/** Calls that were turned away together must not come back at the same moment. */
const JITTER = 1_000

/** A wait shorter than this is not worth a word. */
const SHOWN_FROM = 3_000

/** Until when loads wait because the server asked them to come again later; null while none waits long enough to show. */
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

/** The value of a `Retry-After` header in seconds, which may be a number or a date. */
export function secondsOf(header: string | null): number | undefined {
  if (!header) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

/** How long to wait before the same load is tried again; null where the error has to be shown. */
function waitAfter(error: unknown, waits: number): number | null {
  if (!(error instanceof ApiError) || error.retryAfter === undefined) return null
  if (error.code !== 'TOO_MANY_REQUESTS' && waits >= OUTAGE_WAITS) return null
  const milliseconds = error.retryAfter * 1_000 + Math.random() * JITTER
  return milliseconds <= WAIT_MAX ? milliseconds : null
}

/** Runs a load again each time the server asks to come again later, for as long as the same member is logged in. */
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
