import { logToServer } from '../feedback/client-log.ts'
import { ApiError } from './api-error.ts'

/** Fetched data. While it reloads, or after a failed reload, the old data stays. */
export type Loadable<Data> =
  | { state: 'notStarted'; data?: Data }
  | { state: 'loading'; data?: Data }
  | { state: 'loaded'; data: Data }
  | { state: 'failed'; data?: Data; error: ApiError }

export const notStarted: Loadable<never> = { state: 'notStarted' }
export const loaded = <Data>(data: Data): Loadable<Data> => ({ state: 'loaded', data })
export const loading = <Data>(before: Loadable<Data>): Loadable<Data> => ({ state: 'loading', data: before.data })

/** Converts an unexpected error, such as a response that cannot be processed, and logs it. */
function toUnexpectedError(error: unknown): ApiError {
  logToServer('error', String(error), error instanceof Error ? error.stack : undefined)
  return new ApiError('UNKNOWN', String(error))
}

export const failed = <Data>(before: Loadable<Data>, error: unknown): Loadable<Data> => ({
  state: 'failed',
  data: before.data,
  error: error instanceof ApiError ? error : toUnexpectedError(error),
})

/** Returns the same state with changed data, if there is data. */
export const mapData = <Data>(before: Loadable<Data>, change: (data: Data) => Data): Loadable<Data> =>
  before.data === undefined ? before : ({ ...before, data: change(before.data) } as Loadable<Data>)
