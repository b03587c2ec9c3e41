import { ApiError } from '../http/api-error.ts'
import { errorTexts } from '../http/error-texts.ts'
import { getTexts } from '../text/texts.ts'
import { logToServer } from './client-log.ts'
import { showProblems } from './problem-banner.ts'

/**
 * Returns whether an error reports a skipped view transition, for example because a phone was rotated. React ignores
 * these errors, but recognizes the messages of only some browsers.
 */
const isSkippedTransition = ({ name, message }: Error): boolean =>
  name === 'InvalidStateError' && /transition/i.test(message)

/**
 * Returns whether an uncaught error is the client's own: callers handle failed requests, aborted requests are not
 * errors, and browser extensions cause errors of their own.
 */
const isOwnError = (error: unknown): error is Error =>
  error instanceof Error &&
  !(error instanceof ApiError) &&
  error.name !== 'AbortError' &&
  !isSkippedTransition(error) &&
  !error.stack?.includes('-extension://')

/** Matches the messages of browsers for failed imports. */
const IMPORT_FAILURE = /dynamically imported module|module script failed/

function reportError(error: unknown): void {
  if (!isOwnError(error)) return
  logToServer('error', error.message, error.stack)
  // Chunks that fail to load, offline or after a newer release, are not errors of the page.
  const isImportFailure = IMPORT_FAILURE.test(error.message)
  if (navigator.onLine && !isImportFailure) showProblems([getTexts(errorTexts)('UNEXPECTED')], 'reload')
}

/** Sends the client's own uncaught errors to the server's log, and shows the member a message. */
export function catchUncaught(): void {
  window.addEventListener('error', ({ error }) => reportError(error))
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason))
}
