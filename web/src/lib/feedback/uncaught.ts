import { ApiError } from '../http/api-error.ts'
import { errorTexts } from '../http/texts-of-errors.ts'
import { textsNow } from '../text/texts.ts'
import { logToServer } from './client-log.ts'
import { showProblems } from './problem-banner.ts'

/**
 * Returns whether an uncaught error is the client's own: failed calls are handled where they are made, aborted calls
 * are no errors, and errors of browser extensions are not ours.
 */
const isOurs = (error: unknown): error is Error =>
  error instanceof Error &&
  !(error instanceof ApiError) &&
  error.name !== 'AbortError' &&
  !error.stack?.includes('-extension://')

/** Matches the messages of browsers for failed imports. */
const IMPORT = /dynamically imported module|module script failed/

function reportError(error: unknown): void {
  if (!isOurs(error)) return
  logToServer('error', error.message, error.stack)
  // Chunks that fail to load, offline or after a newer release, are no errors of the page.
  if (navigator.onLine && !IMPORT.test(error.message)) showProblems([textsNow(errorTexts)('UNEXPECTED')], 'reload')
}

/** Sends uncaught errors to the server's log, and shows the member a message. */
export function catchUncaught(): void {
  window.addEventListener('error', ({ error }) => reportError(error))
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason))
}
