import { ApiError } from './api-error.ts'
import { logToServer } from './client-log.ts'
import { showProblems } from './problem-banner.ts'
import { textsNow } from './texts.ts'
import { errorTexts } from './texts-of-errors.ts'

/** A call that failed has been dealt with where it was made, one that was called off is none, and extensions are not ours. */
const isOurs = (error: unknown): error is Error =>
  error instanceof Error &&
  !(error instanceof ApiError) &&
  error.name !== 'AbortError' &&
  !error.stack?.includes('-extension://')

/** As the browsers say it. */
const IMPORT = /dynamically imported module|module script failed/

function reportError(error: unknown): void {
  if (!isOurs(error)) return
  logToServer('error', error.message, error.stack)
  // Parts that cannot be loaded, without a network or beside a newer release, are no fault of the page.
  if (navigator.onLine && !IMPORT.test(error.message)) showProblems([textsNow(errorTexts)('UNEXPECTED')], 'reload')
}

/** Everything that nobody caught goes to the server's log, and the member is told. */
export function catchUncaught(): void {
  window.addEventListener('error', ({ error }) => reportError(error))
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason))
}
